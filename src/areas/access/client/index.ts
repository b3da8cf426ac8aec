import type { AreaClient } from '@/client/area'

/** Who may do what, what was done, and what comes in by Excel, as pages. */
export const accessClient: AreaClient = {
  name: 'access',
  pages: {
    users: () => import('./users/UsersPage'),
    roles: () => import('./roles/RolesPage'),
    departments: () => import('./departments/DepartmentsPage'),
    operationLog: () => import('./log/OperationLogPage'),
    loginLog: () => import('./log/LoginLogPage'),
    files: () => import('./files/FilesPage'),
  },
  ownPages: [
    { path: 'account', load: () => import('./account/AccountPage') },
    { path: 'factor', load: () => import('./account/FactorPage') },
  ],
  finds: ['user'],
  opens: {
    user: 'users',
    role: 'roles',
    department: 'departments',
    operationLog: 'operationLog',
    loginLog: 'loginLog',
    uploadLog: 'files',
  },
  contract: async () => (await import('../contract')).accessContract,
}
