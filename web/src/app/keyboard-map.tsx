import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useMay } from '../api/session.ts';
import { Loading } from '../components/page/loading.tsx';
import { shellTexts } from '../texts/shell.ts';
import { allPlaces, type Destination } from './navigation.ts';

const waitMs = 1_200;
const KeyboardList = lazy(async () => ({ default: (await import('./keyboard-list.tsx')).KeyboardList }));

/** `?` shows which keys there are; `g` and a letter go to a screen that the person may see. */
export function KeyboardMap({
  isOpen,
  onOpen,
  onClose,
}: {
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}) {
  const may = useMay();
  const places = allPlaces.filter(({ key, act }) => key !== undefined && (act === undefined || may(act)));
  useKeys(places, onOpen);
  return (
    <Modal opened={isOpen} onClose={onClose} title={shellTexts.keys.title}>
      <Suspense fallback={<Loading />}>
        <KeyboardList places={places} hasWorkflows={may('workflows.edit')} />
      </Suspense>
    </Modal>
  );
}

/** `?`, or `g` and then a letter within a moment; what is typed into a field is left alone. */
function useKeys(places: readonly Destination[], onMap: () => void): void {
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
  }, [places, navigate, onMap]);
}
