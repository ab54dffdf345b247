import { Alert, Button, FileButton, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useLocation } from 'wouter';
import { useFormChanges, type FormContent } from '../../api/forms';
import { inWords } from '../../components/query-state';
import { common } from '../../texts/common';
import { forms as t } from '../../texts/forms';
import { readFormFile } from './form-file';
import { TEMPLATES } from './templates';

/** Asks for a title and a template, or takes a file; the new form is a draft until it is published. */
export function NewForm({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t.newTitle}
      size="lg"
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Creation close={close} />
    </Modal>
  );
}

function Creation({ close }: { close: () => void }) {
  const [, navigate] = useLocation();
  const { create } = useFormChanges();
  const [title, setTitle] = useState('');
  const [template, setTemplate] = useState('contact');
  const [broken, setBroken] = useState(false);
  const make = (content: FormContent) =>
    create.mutate(content, {
      onSuccess: ({ id }) => {
        close();
        navigate(`/forms/${id}`);
      },
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fields = TEMPLATES.find(({ id }) => id === template)?.fields ?? [];
    make({ title: title.trim(), status: 'draft', fields, settings: { honeypot: true } });
  };
  const takeFile = async (file: File | null) => {
    const content = file && (await readFormFile(file));
    setBroken(file !== null && content === null);
    if (content) make(content);
  };
  const problem = broken ? t.importBroken : create.error ? inWords(create.error) : null;
  return (
    <form onSubmit={submit}>
      <Stack>
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <TextInput
          label={t.nameLabel}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          required
          maxLength={200}
          data-autofocus
        />
        <TemplateChoice value={template} onChange={setTemplate} />
        <Group justify="space-between">
          <FileButton accept="application/json,.json" onChange={(file) => void takeFile(file)}>
            {(props) => (
              <Button variant="default" {...props}>
                {t.importButton}
              </Button>
            )}
          </FileButton>
          <Button type="submit" loading={create.isPending}>
            {t.createButton}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function TemplateChoice({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  return (
    <Radio.Group label={t.templateLabel} value={value} onChange={onChange}>
      <Stack gap="sm" mt="xs">
        {TEMPLATES.map(({ id, name, text }) => (
          <Radio key={id} value={id} label={name} description={text} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
