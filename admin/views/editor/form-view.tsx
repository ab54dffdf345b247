import { Badge, Button, Group, Tabs, Text } from '@mantine/core';
import { lazy } from 'react';
import { Link, useLocation } from 'wouter';
import { useForm } from '../../api/forms';
import { useMay, useMe } from '../../api/me';
import { PAGE } from '../../api/settings';
import { BusyButton } from '../../components/busy-button';
import { Icon } from '../../components/icons';
import { PageHeader } from '../../components/page-header';
import { QueryState } from '../../components/query-state';
import { Restored } from '../../components/restored';
import { editor as t } from '../../texts/editor';
import { forms } from '../../texts/forms';
import { webhook } from '../../texts/webhook';
import { useHeldWebhook } from '../webhook/unsaved';
import { Conflict } from './conflict';
import { EmbedPanel } from './embed-panel';
import { Gone } from './gone';
import { FieldsPanel } from './fields-panel';
import { SettingsPanel } from './settings-panel';
import { useEditor, type Editor } from './use-editor';
import type { VersionedForm } from '../../api/forms';

const WebhookPanel = lazy(() => import('../webhook/webhook-panel'));

/** One form: fields, settings, embedding and webhook, each at an address of its own. */
export default function FormView({ id, tab }: { id: number; tab: string }) {
  const query = useForm(id);
  return <QueryState query={query}>{(loaded) => <FormEditor loaded={loaded} tab={tab} />}</QueryState>;
}

function FormEditor({ loaded, tab }: { loaded: VersionedForm; tab: string }) {
  const editor = useEditor(loaded);
  const [, navigate] = useLocation();
  const mayEdit = useMay('manage_forms');
  const mayWebhook = useMay('manage_webhooks');
  const tabs = [
    ...(mayEdit ? (['fields', 'settings', 'embed'] as const) : []),
    ...(mayWebhook ? (['webhook'] as const) : []),
  ];
  const shown = tabs.find((one) => one === tab) ?? tabs[0] ?? 'fields';
  const { draft, base } = editor;
  return (
    <>
      <PageHeader title={draft.title || base.form.title} below={<StateLine editor={editor} />}>
        {base.form.status === 'publish' && (
          <Button
            component="a"
            href={`/form/${base.form.slug}`}
            target="_blank"
            variant="default"
            leftSection={<Icon name="eye" />}
          >
            {t.view}
          </Button>
        )}
        <Button component={Link} href={`/entries?form_id=${base.form.id}`} variant="default">
          {t.entries}
        </Button>
        {mayEdit && <SaveButtons editor={editor} />}
      </PageHeader>
      <Conflict editor={editor} />
      <Gone editor={editor} />
      <Tabs
        value={shown}
        onChange={(next) => navigate(`/forms/${base.form.id}/${next ?? ''}`, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List aria-label={t.tabsLabel} mb="md">
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="fields">
          <FieldsPanel editor={editor} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <SettingsPanel editor={editor} />
        </Tabs.Panel>
        <Tabs.Panel value="embed">
          <EmbedPanel form={base.form} site={PAGE.site} rest={PAGE.rest} />
        </Tabs.Panel>
        <Tabs.Panel value="webhook">
          <WebhookPanel form={base.form} pro={useMe().data?.webhooks ?? true} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function SaveButtons({ editor }: { editor: Editor }) {
  const { draft, dirty, problems, save, saving, base } = editor;
  const isDraft = base.form.status === 'draft';
  return (
    <>
      {isDraft && draft.status === 'draft' && (
        <BusyButton
          variant="light"
          busy={saving}
          inactive={problems.size > 0}
          onClick={() => save({ status: 'publish' })}
        >
          {t.savePublish}
        </BusyButton>
      )}
      <BusyButton busy={saving} inactive={!dirty || problems.size > 0} onClick={() => save()}>
        {t.save}
      </BusyButton>
    </>
  );
}

function StateLine({ editor }: { editor: Editor }) {
  const { base, dirty, problems, restored, discard } = editor;
  const heldWebhook = useHeldWebhook(base.form.id);
  return (
    <>
      <Group mb="md" gap="xs" role="status">
        <Badge variant="light" color={base.form.status === 'publish' ? 'green' : 'gray'}>
          {forms.status[base.form.status]}
        </Badge>
        <Text size="sm" c="dimmed">
          {dirty ? t.unsaved : heldWebhook ? webhook.unsaved : t.allSaved}
        </Text>
        {problems.size > 0 && (
          <Text size="sm" c="var(--mantine-color-error)">
            {t.invalid(problems.size)}
          </Text>
        )}
      </Group>
      {restored && dirty && <Restored discard={discard} />}
    </>
  );
}
