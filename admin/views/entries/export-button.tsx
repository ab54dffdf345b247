import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { exportEntries, type EntryFilters } from '../../api/entries';
import { download } from '../../components/download';
import { notifyDone, notifyError } from '../../components/notify';
import { entries as t } from '../../texts/entries';

/** Saves what the filters show as CSV; says how far it is, and can be stopped. */
export function ExportButton({ filters, total }: { filters: EntryFilters; total: number }) {
  const [kilobytes, setKilobytes] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  const start = async () => {
    const abort = new AbortController();
    running.current = abort;
    setKilobytes(0);
    try {
      const { name, content } = await exportEntries(filters, abort.signal, (bytes) =>
        setKilobytes(Math.ceil(bytes / 1024)),
      );
      download(name, content);
      notifyDone(t.exported(total));
    } catch (error) {
      if (!abort.signal.aborted) notifyError(error);
    } finally {
      setKilobytes(null);
    }
  };
  if (kilobytes === null)
    return (
      <Button variant="default" disabled={total === 0} onClick={() => void start()}>
        {t.export}
      </Button>
    );
  return (
    <Button variant="default" title={t.exportCancel} onClick={() => running.current?.abort()}>
      <span role="status">{t.exporting(kilobytes)}</span>
    </Button>
  );
}
