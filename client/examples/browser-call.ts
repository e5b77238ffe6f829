// A web form that calls a listener directly: <form action="https://…/listener/…/…"> with an <output> element inside.
//
// The listener needs allow_cors enabled, your origin in cors_domains, and add_authentication disabled: a secret in a
// web page isn't secret, and a browser's preflight request carries no token. Never put API keys in a web page either.
import { callListener } from '@harkhq/client';

const form = document.querySelector('form');
const output = form?.querySelector('output');
// Use one key per page load, so a double click starts only one run.
const deliveryKey = crypto.getRandomValues(new Uint32Array(4)).join('-');

form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  try {
    await callListener({ url: form.action, data: Object.fromEntries(new FormData(form)), deliveryKey });
    if (output) output.value = 'Thank you.';
  } catch {
    if (output) output.value = 'Something went wrong. Please try again.';
  }
});
