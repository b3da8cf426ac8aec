import type { AreaClient } from '@/client/area'

/** Pages of accounts, roles, logs and Excel imports. */
export const accessClient: AreaClient = {
  name: 'access',
  pages: {
    users: () => import('./users/UsersPage'),
    roles: () => import('./roles/RolesPage'),
    departments: () => import('./departments/DepartmentsPage'),
    operationLog: () => import('./log/OperationLogPage'),
    loginLog: () => import('./log/LoginLogPage'),
    files: () => import('./files/FilesPage'),
    backups: () => import('./backups/BackupsPage'),
  },
  todayCards: [
    { name: 'setup', order: -10, permissions: ['rolesEdit'], load: () => import('@/client/setup/SetupCard') },
  ],
  personalPages: [
    { path: 'account', load: () => import('./account/AccountPage') },
    { path: 'factor', load: () => import('./account/FactorPage') },
  ],
  searchableResources: ['user'],
  rowPlaces: {
    user: 'users',
    role: 'roles',
    department: 'departments',
    operationLog: 'operationLog',
    loginLog: 'loginLog',
    uploadLog: 'files',
  },
  creationPlaces: {
    user: { page: 'users', permissions: ['usersAdd'] },
    role: { page: 'roles', permissions: ['rolesAdd'] },
    department: { page: 'departments', permissions: ['departmentsAdd'] },
  },
  // The step is done when there is a second account. The first one belongs to the administrator who sets up the plant.
  setupSteps: [{ name: 'people', order: 70, resource: 'user', minCount: 2 }],
  contract: async () => (await import('../contract')).accessContract,
}
