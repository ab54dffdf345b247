import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useDeliveryActions } from '../../api/deliveries';
import { useAllForms } from '../../api/forms';
import { notifyDone, notifyError } from '../../components/notify';
import { common } from '../../texts/common';
import { deliveries as t } from '../../texts/deliveries';

const DAY = 86_400_000;

/** Sends all failed deliveries of a form since a day again. */
export function RedeliverFailed(props: { opened: boolean; close: () => void; formId: string }) {
  const { opened, close, formId } = props;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t.redeliverTitle}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <RedeliverForm formId={formId} close={close} />
    </Modal>
  );
}

function RedeliverForm({ formId, close }: { formId: string; close: () => void }) {
  const { data: forms = [] } = useAllForms();
  const { redeliverFailed } = useDeliveryActions();
  const [form, setForm] = useState<string | null>(formId || null);
  const [since, setSince] = useState(() => new Date(Date.now() - 7 * DAY).toISOString().slice(0, 10));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [year = 0, month = 1, day = 1] = since.split('-').map(Number);
    redeliverFailed.mutate(
      { form_id: Number(form), since: new Date(year, month - 1, day).toISOString() },
      {
        onSuccess: ({ redelivered }) => {
          notifyDone(t.redeliveredMany(redelivered));
          close();
        },
        onError: notifyError,
      },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t.redeliverText}</Text>
        <Select
          label={t.form}
          required
          value={form}
          onChange={setForm}
          data={forms.map(({ id, title }) => ({ value: String(id), label: title }))}
          searchable
        />
        <TextInput
          type="date"
          label={t.since}
          required
          value={since}
          onChange={(event) => setSince(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={!form} loading={redeliverFailed.isPending}>
            {t.redeliverConfirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
