import { Alert } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { common as t } from '../texts/common';

/** Catches what a view throws, so that the navigation stays. Also a chunk that a new version has replaced. */
export class ViewErrors extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Alert color="red" role="alert" title={t.error.title}>
        {t.error.broken}
      </Alert>
    );
  }
}
