import { useLocalStorage } from '@mantine/hooks';

const minWidth = 56;
const maxWidth = 640;

/** The column widths that the user has chosen for a table. The browser remembers them. */
export function useColumnWidths(table: string) {
  const [widths, setWidths] = useLocalStorage<Readonly<Record<string, number>>>({
    key: `hark-columns-${table}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const resize = (column: string, width: number) =>
    setWidths((before) => ({
      ...before,
      [column]: Math.round(Math.min(maxWidth, Math.max(minWidth, width))),
    }));
  return { widths, resize };
}
