import { Button, Group, Modal, Text } from '@mantine/core';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { useFormChanges } from '../../api/forms';
import { notifyDone, notifyError } from '../../components/notify';
import { common } from '../../texts/common';
import { editor as t } from '../../texts/editor';
import { exportForm } from '../forms/form-file';
import { contentOf } from './draft';
import type { Editor } from './use-editor';

/** Says that somebody deleted the form that is being edited, and keeps what was typed from going with it. */
export function Gone({ editor }: { editor: Editor }) {
  const [, navigate] = useLocation();
  const { create } = useFormChanges();
  const content = contentOf(editor.draft);
  const saveAsNew = () =>
    create.mutate(content, {
      onSuccess: (form) => {
        // Nothing is unsaved any more: leaving asks no question.
        flushSync(editor.discard);
        navigate(`/forms/${form.id}`);
        notifyDone(t.saved);
      },
      onError: notifyError,
    });
  return (
    <Modal
      opened={editor.refused === 'gone'}
      onClose={editor.dismiss}
      title={t.goneTitle}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Text mb="lg">{t.goneText}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => exportForm({ ...content, slug: editor.base.form.slug })}>
          {t.goneExport}
        </Button>
        <Button onClick={saveAsNew} loading={create.isPending} data-autofocus>
          {t.goneSave}
        </Button>
      </Group>
    </Modal>
  );
}
