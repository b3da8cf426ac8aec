/** Documented accounts for people who try the demonstration. The first start creates the administrator's account. */
export const demoPassword = 'Demo-2026!'

export const demoAccounts = [
  { userName: 'manager', role: 'MANAGER', password: demoPassword },
  { userName: 'prod-lead', role: 'PROD-LEAD', password: demoPassword },
  { userName: 'operator-line', role: 'OPERATOR-LINE', password: demoPassword },
  { userName: 'operator-slit', role: 'OPERATOR-SLIT', password: demoPassword },
  { userName: 'maint', role: 'MAINT', password: demoPassword },
  { userName: 'maint-lead', role: 'MAINT-LEAD', password: demoPassword },
  { userName: 'quality', role: 'QUALITY', password: demoPassword },
  { userName: 'quality-lead', role: 'QUALITY-LEAD', password: demoPassword },
  { userName: 'accountant', role: 'ACCOUNTANT', password: demoPassword },
  { userName: 'viewer', role: 'VIEWER', password: demoPassword },
] as const
/** Codes of the seeded roles that people have. */
export const roleCodes = demoAccounts.map(({ role }) => role)
export type RoleCode = (typeof roleCodes)[number]
