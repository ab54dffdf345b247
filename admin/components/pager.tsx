import { ActionIcon, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { common as t } from '../texts/common';
import { Icon } from './icons';

/** Where a list stands, and the way to its neighbours. */
export function Pager(props: {
  page: number;
  perPage: number;
  total: number;
  onPage: (page: number, replace?: boolean) => void;
}) {
  const { page, perPage, total, onPage } = props;
  const pages = Math.max(1, Math.ceil(total / perPage));
  useEffect(() => {
    // A link to a page that is no more, or the last one whose entries were deleted.
    if (total > 0 && page > pages) onPage(pages, true);
  });
  if (total === 0) return null;
  const from = (page - 1) * perPage + 1;
  // Not `disabled`: the focus would be lost at either end.
  const step = (possible: boolean, to: number) => ({
    'aria-disabled': !possible,
    'data-disabled': !possible || undefined,
    onClick: () => possible && onPage(to),
  });
  return (
    <Group justify="space-between" mt="md" component="nav" aria-label={t.page(page, pages)}>
      <Text size="sm" c="dimmed" role="status">
        {t.range(Math.min(from, total), Math.min(page * perPage, total), total)}
      </Text>
      {pages > 1 && (
        <Group gap="xs">
          <ActionIcon variant="default" aria-label={t.previousPage} {...step(page > 1, page - 1)}>
            <Icon name="left" />
          </ActionIcon>
          <Text size="sm">{t.page(page, pages)}</Text>
          <ActionIcon variant="default" aria-label={t.nextPage} {...step(page < pages, page + 1)}>
            <Icon name="right" />
          </ActionIcon>
        </Group>
      )}
    </Group>
  );
}
