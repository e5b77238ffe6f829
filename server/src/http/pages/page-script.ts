/**
 * The script of the form pages: it shows passwords, copies keys, and asks the browser for passkeys. The pages work without it,
 * except for passkeys, whose forms are hidden until the script finds that the browser supports them.
 */
export const pageScript = `
for (const input of document.querySelectorAll('input[type=password]')) {
  const frame = document.createElement('span');
  const button = document.createElement('button');
  frame.className = 'password';
  button.type = 'button';
  const say = () => {
    button.textContent = input.type === 'password' ? 'Show' : 'Hide';
    button.setAttribute('aria-label', button.textContent + ' password');
  };
  button.addEventListener('click', () => {
    input.type = input.type === 'password' ? 'text' : 'password';
    say();
    input.focus();
  });
  say();
  const isFocused = input === document.activeElement;
  input.replaceWith(frame);
  frame.append(input, button);
  if (isFocused || input.autofocus) input.focus();
  input.form?.addEventListener('submit', () => { input.type = 'password'; });
}

// Browsers offer the clipboard only over https and on this machine.
for (const text of navigator.clipboard ? document.querySelectorAll('[data-copy]') : []) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.textContent = 'Copy key';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text.dataset.copy);
    button.textContent = 'Key copied';
  });
  text.after(button);
}

// A passkey belongs to a host name, so it can't be used at an IP address.
const hasHostName = !/^[\\d.]+$|:/.test(location.hostname);
const supportsPasskeys =
  hasHostName && typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** Sends the form with the response of a passkey. */
async function sendPasskey(form) {
  const { options, act } = form.dataset;
  const alert = form.querySelector('[role=alert]');
  alert.hidden = true;
  try {
    const body = new URLSearchParams({ form_token: form.elements.form_token.value });
    const answer = await fetch(options, { method: 'POST', body, headers: { accept: 'application/json' } });
    if (!answer.ok) throw new Error((await answer.json()).error_description);
    const json = await answer.json();
    const credential = act === 'create'
      ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) })
      : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json) });
    form.elements.response.value = JSON.stringify(credential.toJSON());
    form.submit();
  } catch (error) {
    alert.textContent =
      error.name === 'InvalidStateError' ? 'This device already has a passkey for your account.'
      : error.name === 'NotAllowedError' ? 'The passkey was not used. Try again.'
      : error.message || 'Passkeys do not work here. Use another way.';
    alert.hidden = false;
  }
}

for (const part of document.querySelectorAll('[data-passkeys]')) {
  part.hidden = !supportsPasskeys;
}
for (const part of document.querySelectorAll('[data-no-passkeys]')) {
  part.hidden = supportsPasskeys;
}
for (const form of document.querySelectorAll('form[data-options]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    sendPasskey(form);
  });
}
`;
