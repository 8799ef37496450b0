/** The sections of the settings in display order; the name is also the key of their messages. */
export const settingsSections = [
  { name: 'account', href: '/settings/account', icon: 'i-circle-user' },
  { name: 'preferences', href: '/settings/preferences', icon: 'i-sliders-horizontal' },
  { name: 'integration', href: '/settings/integration', icon: 'i-plug' },
  { name: 'security', href: '/settings/security', icon: 'i-shield' },
  { name: 'subscription', href: '/settings/subscription', icon: 'i-credit-card' },
  { name: 'data', href: '/settings/data', icon: 'i-arrow-down-up' },
] as const;

export type SettingsSection = (typeof settingsSections)[number]['name'];
