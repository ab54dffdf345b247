import { Alert, Button, Stack } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { common as t } from '../texts/common';
import { PageHeader } from './page-header';

/** Catches what a view throws, so that the navigation stays; also a chunk that could not be fetched, or is of yesterday. */
export class ViewErrors extends Component<{ path: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  // Another view may work. Not by a key: that would build a view anew that only changes its tab, and lose its state.
  override componentDidUpdate(before: { path: string }): void {
    if (this.state.failed && before.path !== this.props.path) this.setState({ failed: false });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <>
        <PageHeader title={t.error.title} />
        <Alert color="red" role="alert">
          <Stack align="flex-start" gap="xs">
            {t.error.broken}
            <Button size="xs" variant="default" onClick={() => location.reload()}>
              {t.reload}
            </Button>
          </Stack>
        </Alert>
      </>
    );
  }
}
