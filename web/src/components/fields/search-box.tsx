import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';

const typingMs = 300;

/** Searches a list while the user types, shortly after the last key press. */
export function SearchBox({
  label,
  placeholder = label,
  search = '',
  box,
  onSearch,
}: {
  /** For screen readers. */
  label: string;
  placeholder?: string;
  /** The text in the URL. */
  search: string | undefined;
  box?: RefObject<HTMLInputElement | null>;
  onSearch: (text: string) => void;
}) {
  const [typed, setTyped] = useState(search);
  const apply = useDebouncedCallback(onSearch, typingMs);
  // The search changed from outside: the user reset the filters, opened another view or went back.
  useEffect(() => setTyped((now) => (now.trim() === search ? now : search)), [search]);
  return (
    <TextInput
      ref={box}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      maxLength={200}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        apply(value.trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // By default, browsers clear a search box on Escape. Here, Escape only removes the focus.
        event.preventDefault();
        event.currentTarget.blur();
      }}
    />
  );
}
