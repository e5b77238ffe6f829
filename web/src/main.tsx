import './mantine.css';
import './fonts.css';
import './tokens.css';
import './console.css';
import { createRoot } from 'react-dom/client';
import { CallError } from './api/call.ts';
import { App } from './app/app.tsx';

const root = document.querySelector('#root');
/** Reports only bugs to the browser's console. Screens show the server's errors themselves. */
const onCaughtError = (error: unknown) => {
  if (!(error instanceof CallError)) reportError(error);
};
if (root) createRoot(root, { onCaughtError }).render(<App />);
