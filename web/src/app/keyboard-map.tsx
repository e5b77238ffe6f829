import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useMay, useSession } from '../api/session.ts';
import { Loading } from '../components/page/loading.tsx';
import { shellTexts } from '../texts/shell.ts';
import { allowedBy, allPages, type Destination } from './navigation.ts';

const waitMs = 1_200;
const KeyboardList = lazy(async () => ({ default: (await import('./keyboard-list.tsx')).KeyboardList }));

/** Handles two shortcuts: `?` lists all shortcuts, and `g` plus a letter opens a page that the user can access. */
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
  const pages = allPages.filter(allowedBy(useSession())).filter(({ key }) => key !== undefined);
  useKeys(pages, onOpen);
  return (
    <Modal opened={isOpen} onClose={onClose} title={shellTexts.keys.title}>
      <Suspense fallback={<Loading />}>
        <KeyboardList pages={pages} hasWorkflows={may('workflows.edit')} />
      </Suspense>
    </Modal>
  );
}

/** Listens for `?`, and for `g` quickly followed by a letter. Ignores keys typed into a field. */
function useKeys(pages: readonly Destination[], onMap: () => void): void {
  const navigate = useNavigate();
  const pressedAt = useRef(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isTyping = target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const isSecond = Date.now() - pressedAt.current < waitMs;
      const page = isSecond ? pages.find(({ key }) => key === event.key) : undefined;
      pressedAt.current = event.key === 'g' ? Date.now() : 0;
      if (page) void navigate({ to: page.to });
      else if (event.key === '?') onMap();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [pages, navigate, onMap]);
}
