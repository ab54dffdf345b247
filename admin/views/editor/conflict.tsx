import { Button, Group, Modal, Text } from '@mantine/core';
import { useForm } from '../../api/forms';
import { notifyError } from '../../components/notify';
import { common } from '../../texts/common';
import { editor as t } from '../../texts/editor';
import type { Editor } from './use-editor';

/** Says that another person's version is stored, and leaves the choice. */
export function Conflict({ editor }: { editor: Editor }) {
  const { refetch } = useForm(editor.id);
  const load = async () => {
    const { data, error } = await refetch();
    if (data) editor.reload(data);
    else notifyError(error);
  };
  return (
    <Modal
      opened={editor.refused === 'conflict'}
      onClose={editor.dismiss}
      title={t.conflictTitle}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Text mb="lg">{t.conflictText}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => editor.save({}, true)} loading={editor.saving}>
          {t.conflictOverwrite}
        </Button>
        <Button variant="default" onClick={editor.dismiss} data-autofocus>
          {common.cancel}
        </Button>
        <Button variant="default" onClick={() => void load()}>
          {t.conflictLoad}
        </Button>
      </Group>
    </Modal>
  );
}
