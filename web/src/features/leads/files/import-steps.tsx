import { fileTexts } from '../../../texts/leads/files.ts';
import classes from './files.module.css';

const { label, steps } = fileTexts.importSteps;

/** The steps of an import, and which one the user is at. */
export const ImportSteps = ({ current }: { current: number }) => (
  <ol className={classes.steps} aria-label={label}>
    {steps.map(({ title, about }, index) => (
      <li
        key={title}
        aria-current={index === current ? 'step' : undefined}
        data-done={index < current || undefined}
      >
        <b>{title}</b>
        <span>{about}</span>
      </li>
    ))}
  </ol>
);
