import { Alert, Anchor, Code, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FormBody } from '../../../schema/api/form';
import { CopyButton } from '../../components/copy-button';
import { Icon } from '../../components/icons';
import { editor as t } from '../../texts/editor';

/** How the form comes onto pages: in the theme, at its own address, and elsewhere. */
export function EmbedPanel({ form, site, rest }: { form: FormBody; site: string; rest: string }) {
  const address = `${site}/form/${form.slug}`;
  const namespace = new URL(rest, site).href;
  const html = `<div data-svc-form="${form.id}"></div>
<link rel="stylesheet" href="${namespace}/assets/svc-forms.css">
<script src="${namespace}/assets/svc-forms.js" defer></script>`;
  return (
    <Stack maw={760} gap="xl">
      {form.status === 'draft' && (
        <Alert color="yellow" icon={<Icon name="warning" />}>
          {t.embed.draft}
        </Alert>
      )}
      <Snippet title={t.embed.page} text={address}>
        <Anchor href={address} target="_blank">
          {address}
        </Anchor>
      </Snippet>
      <Snippet title={t.embed.block} text={`svc-form form="${form.slug}"`} help={t.embed.blockText} />
      <Snippet title={t.embed.html} text={html} help={t.embed.htmlText} />
    </Stack>
  );
}

function Snippet({
  title,
  text,
  help,
  children,
}: {
  title: string;
  text: string;
  help?: string;
  children?: ReactNode;
}) {
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        <CopyButton text={text} />
      </Group>
      {help && (
        <Text size="sm" c="dimmed" mb="xs">
          {help}
        </Text>
      )}
      {children ?? (
        <Code block tabIndex={0}>
          {text}
        </Code>
      )}
    </section>
  );
}
