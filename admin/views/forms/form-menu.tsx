import { ActionIcon, Button, Group, Menu, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import type { FormBodyWithTimes } from '../../../schema/api/form';
import { useFormChanges } from '../../api/forms';
import { useMay } from '../../api/me';
import { Icon } from '../../components/icons';
import { notifyDone, notifyError } from '../../components/notify';
import { common } from '../../texts/common';
import { forms as t } from '../../texts/forms';
import { exportForm } from './form-file';

/** What can be done with a form. */
export function FormMenu({ form }: { form: FormBodyWithTimes }) {
  const [, navigate] = useLocation();
  const { create, change } = useFormChanges();
  const button = useRef<HTMLButtonElement>(null);
  // The menu item that opened the dialog is gone when it closes.
  const [deleting, { open, close }] = useDisclosure(false, {
    onClose: () => setTimeout(() => button.current?.focus(), 250),
  });
  const mayEdit = useMay('manage_forms');
  const { title, fields, settings, status } = form;
  const duplicate = () =>
    create.mutate(
      { title: t.copyOf(title).slice(0, 200), status: 'draft', fields, settings },
      { onSuccess: () => notifyDone(t.duplicated), onError: notifyError },
    );
  const toggle = () =>
    change.mutate(
      { id: form.id, status: status === 'publish' ? 'draft' : 'publish' },
      {
        onSuccess: () => notifyDone(status === 'publish' ? t.unpublished : t.published),
        onError: notifyError,
      },
    );
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon ref={button} variant="subtle" color="gray" aria-label={common.actions(title)}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayEdit && <Menu.Item onClick={() => navigate(`/forms/${form.id}`)}>{t.edit}</Menu.Item>}
          <Menu.Item onClick={() => navigate(`/entries?form_id=${form.id}`)}>{t.showEntries}</Menu.Item>
          {mayEdit && <Menu.Item onClick={duplicate}>{t.duplicate}</Menu.Item>}
          {mayEdit && (
            <Menu.Item onClick={toggle}>{status === 'publish' ? t.unpublish : t.publish}</Menu.Item>
          )}
          <Menu.Item onClick={() => exportForm(form)}>{t.export}</Menu.Item>
          {mayEdit && <Menu.Divider />}
          {mayEdit && (
            <Menu.Item color="red" onClick={open}>
              {t.remove}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <DeleteForm form={form} opened={deleting} close={close} />
    </>
  );
}

function DeleteForm({
  form,
  opened,
  close,
}: {
  form: FormBodyWithTimes;
  opened: boolean;
  close: () => void;
}) {
  const { remove } = useFormChanges();
  const entries = (form.stats?.entries ?? 0) + (form.stats?.spam ?? 0);
  const confirm = () =>
    remove.mutate(form.id, {
      onSuccess: () => notifyDone(t.removed(form.title)),
      onError: notifyError,
      onSettled: close,
    });
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t.removeTitle(form.title)}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Text mb="lg">{t.removeText(entries)}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={close} data-autofocus>
          {common.cancel}
        </Button>
        <Button color="red" onClick={confirm} loading={remove.isPending}>
          {t.removeConfirm(entries)}
        </Button>
      </Group>
    </Modal>
  );
}
