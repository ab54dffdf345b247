import { Alert, AppShell, Burger, Button, Group, NavLink, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure, useNetwork } from '@mantine/hooks';
import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'wouter';
import { isLoggedOut, onLoggedOut } from '../api/client';
import { useMay } from '../api/me';
import { common as t } from '../texts/common';
import { Routes } from '../views/routes';
import { Icon, type IconName } from './icons';
import { SchemeChoice } from './scheme-choice';
import { ViewErrors } from './view-errors';

/** The frame of every view: navigation, notices that concern all, and the view itself. */
export function Shell() {
  const [opened, { toggle, close }] = useDisclosure();
  const [path] = useLocation();
  useEffect(close, [path, close]);
  return (
    <AppShell
      layout="alt"
      padding="lg"
      mode="static"
      header={{ height: 52, collapsed: false }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !opened } }}
    >
      <AppShell.Header hiddenFrom="sm">
        <Group h="100%" px="md">
          <Burger opened={opened} onClick={toggle} size="sm" aria-label={t.menu} aria-expanded={opened} />
          <Text fw={650}>{t.product}</Text>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm">
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main>
        <Notices />
        <ViewErrors path={path}>
          <Suspense fallback={<ViewSkeleton />}>
            <Routes />
          </Suspense>
        </ViewErrors>
      </AppShell.Main>
    </AppShell>
  );
}

function Navigation() {
  const [path] = useLocation();
  const links: [to: string, label: string, icon: IconName, shown: boolean][] = [
    ['/', t.nav.dashboard, 'dashboard', useMay('read_entries')],
    ['/forms', t.nav.forms, 'forms', true],
    ['/entries', t.nav.entries, 'entries', useMay('read_entries')],
    ['/deliveries', t.nav.deliveries, 'deliveries', useMay('manage_webhooks')],
  ];
  return (
    <Stack justify="space-between" h="100%">
      <div>
        {links
          .filter(([, , , shown]) => shown)
          .map(([to, label, icon]) => {
            const active = to === '/' ? path === '/' : path.startsWith(to);
            return (
              <NavLink
                key={to}
                component={Link}
                href={to}
                label={label}
                leftSection={<Icon name={icon} />}
                active={active}
                variant="filled"
                aria-current={active ? 'page' : undefined}
              />
            );
          })}
      </div>
      <SchemeChoice />
    </Stack>
  );
}

function Notices() {
  const { online } = useNetwork();
  const here = location.pathname + location.search;
  const loggedOut = useSyncExternalStore(onLoggedOut, isLoggedOut);
  return (
    <div role="status" aria-live="polite">
      {!online && (
        <Alert color="yellow" mb="md" icon={<Icon name="warning" />}>
          {t.offline}
        </Alert>
      )}
      {loggedOut && (
        <Alert color="yellow" mb="md" icon={<Icon name="warning" />}>
          <Group justify="space-between">
            {t.loggedOut}
            <Button component="a" target="_blank" href={`/login?to=${encodeURIComponent(here)}`} size="xs">
              {t.logIn}
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
}

function ViewSkeleton() {
  return (
    <Stack aria-busy="true" aria-label={t.loading} role="status">
      <Skeleton h={36} w="40%" />
      <Skeleton h={240} />
    </Stack>
  );
}
