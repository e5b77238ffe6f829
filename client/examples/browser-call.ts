// A form of a web page calls a listener directly: <form action="https://…/listener/…/…"> with an <output> in it.
//
// The listener has allow_cors on, your origin in cors_domains, and no add_authentication: a secret in a page is none, and a
// browser's preflight carries no token. REST API keys do not belong into a page either.
import { callListener } from '@hark/client';

const form = document.querySelector('form');
const output = form?.querySelector('output');
// One for each time the page is filled in: whoever clicks twice is counted once.
const deliveryKey = crypto.getRandomValues(new Uint32Array(4)).join('-');

form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  try {
    await callListener({ url: form.action, data: Object.fromEntries(new FormData(form)), deliveryKey });
    if (output) output.value = 'Thank you.';
  } catch {
    if (output) output.value = 'That did not work. Please try again.';
  }
});
