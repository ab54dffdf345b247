import { Paper, Text, Title, useComputedColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { renderForm } from '../../../theme/render-form';
import { PAGE } from '../../api/settings';
import { editor as t } from '../../texts/editor';
import { contentOf, type Draft } from './draft';

/**
 * The form by the theme's own renderer, in a frame of its own: the theme's style does not reach this application, nor
 * the other way round, and nothing in the frame runs or sends.
 */
export function Preview({ draft, formId }: { draft: Draft; formId: number }) {
  const [shown] = useDebouncedValue(draft, 150);
  const scheme = useComputedColorScheme('light');
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(320);
  const form = { ...contentOf(shown), id: formId, slug: 'preview' };
  const html = renderForm(form, { action: '#', nonce: '', language: 'en' });
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="${scheme}">
<title>${t.preview}</title><style nonce="${PAGE.styleNonce}">body { font: 15px/1.5 system-ui, sans-serif; }</style><link rel="stylesheet" href="${PAGE.rest}/assets/svc-forms.css"></head><body>${html}</body></html>`;
  const measure = () => setHeight((frame.current?.contentDocument?.documentElement.scrollHeight ?? 300) + 8);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="svc-preview-title">
      <Title order={2} size="h5" id="svc-preview-title">
        {t.preview}
      </Title>
      <Text size="xs" c="dimmed" mb="sm">
        {t.previewText}
      </Text>
      <iframe
        ref={frame}
        className="svc-preview"
        title={t.preview}
        srcDoc={page}
        sandbox="allow-same-origin"
        height={height}
        onLoad={measure}
      />
    </Paper>
  );
}
