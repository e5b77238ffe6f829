import { Kbd, Modal, Table } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { leadsTexts } from '../texts/leads.ts';
import { shellTexts } from '../texts/shell.ts';
import { settingPlaces, workPlaces } from './navigation.ts';

const waitMs = 1_200;
const places = [...workPlaces, ...settingPlaces].filter(({ key }) => key !== undefined);

const of = leadsTexts.keys;
const listKeys: readonly [readonly string[], string][] = [
  [['j', 'k'], of.move],
  [['←', '→'], of.sideways],
  [['PgDn', 'PgUp'], of.page],
  [['Home', 'End'], of.ends],
  [['Enter'], of.open],
  [['e'], of.edit],
  [['x'], of.select],
  [['/'], of.search],
];

/** `?` shows which keys there are; `g` and a letter go to a screen. */
export function KeyboardMap({
  isOpen,
  onOpen,
  onClose,
}: {
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}) {
  useKeys(onOpen);
  const { keys } = shellTexts;
  return (
    <Modal opened={isOpen} onClose={onClose} title={keys.title}>
      <Table>
        <Table.Tbody>
          <Row keys={['Ctrl', 'K']} text={keys.go} />
          <Row keys={['?']} text={keys.map} />
          {places.map(({ key = '', label }) => (
            <Row key={key} keys={['g', key]} text={shellTexts.goTo(label)} />
          ))}
          <Table.Tr>
            <Table.Th colSpan={2} pt="md" scope="colgroup">
              {leadsTexts.keys.title}
            </Table.Th>
          </Table.Tr>
          {listKeys.map(([pressed, text]) => (
            <Row key={text} keys={pressed} text={text} />
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}

const Row = ({ keys, text }: { keys: readonly string[]; text: string }) => (
  <Table.Tr>
    <Table.Td>{text}</Table.Td>
    <Table.Td ta="right">
      {keys.map((key) => (
        <Kbd key={key} ml={4}>
          {key}
        </Kbd>
      ))}
    </Table.Td>
  </Table.Tr>
);

/** `?`, or `g` and then a letter within a moment; what is typed into a field is left alone. */
function useKeys(onMap: () => void): void {
  const navigate = useNavigate();
  const pressedAt = useRef(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isTyping = target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const isSecond = Date.now() - pressedAt.current < waitMs;
      const place = isSecond ? places.find(({ key }) => key === event.key) : undefined;
      pressedAt.current = event.key === 'g' ? Date.now() : 0;
      if (place) void navigate({ to: place.to });
      else if (event.key === '?') onMap();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate, onMap]);
}
