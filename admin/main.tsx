import './no-eval';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './admin.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { queries } from './api/query-client';
import { PAGE, ROOT } from './api/settings';
import { useGuardedLocation } from './components/leave-guard';
import { Shell } from './components/shell';
import { cssVariables, theme } from './theme';

// Where the library that holds the page still under a dialog looks for the nonce of its style element.
Object.assign(globalThis, { __webpack_nonce__: PAGE.styleNonce });

createRoot(ROOT).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    getStyleNonce={() => PAGE.styleNonce}
  >
    <QueryClientProvider client={queries}>
      <Notifications position="bottom-center" />
      <Router base={PAGE.path} hook={useGuardedLocation}>
        <Shell />
      </Router>
    </QueryClientProvider>
  </MantineProvider>,
);
