/** Endpoints of the session. The only place where the client names an area: nobody signs in without `access`. */
export { changePassword, login, logout, verification } from '@/areas/access/contract/session'
/** Loaded on demand: the file brings all role declarations along. */
export const loadRoleMenu = () => import('@/areas/access/contract/role').then((module) => module.roleMenu)
/** Loaded by the login page only, for plants that have a directory. */
export const loadDirectory = () => import('@/areas/access/contract/directory')
export type { directoryLogin } from '@/areas/access/contract/directory'
