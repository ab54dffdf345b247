import { Group, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { common as t } from '../texts/common';

let visits = 0;

/**
 * The heading of a view. It names the document and takes the focus when somebody navigates, so that a screen reader
 * says where they are; not on the first view, where the browser has its own way.
 */
export function PageHeader({
  title,
  children,
  below,
}: {
  title: string;
  children?: ReactNode;
  below?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (visits++ > 0) heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = `${title} · ${t.product}`;
  }, [title]);
  return (
    <>
      <Group justify="space-between" mb={below ? 'xs' : 'md'} align="flex-start">
        <Title order={1} size="h2" tabIndex={-1} ref={heading} className="svc-break">
          {title}
        </Title>
        <Group gap="xs" className="svc-no-print">
          {children}
        </Group>
      </Group>
      {below}
    </>
  );
}
