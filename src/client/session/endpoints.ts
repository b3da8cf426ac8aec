/** The calls a session is made of. The one place where the kit names an area: nobody gets in without `access`. */
export { changePassword, login, logout, verification } from '@/areas/access/contract/session'
/** Loaded when asked for: its file brings all of the roles' declarations along. */
export const loadRoleMenu = () => import('@/areas/access/contract/role').then((module) => module.roleMenu)
/** Loaded where the login page is: by whom a plant has a directory. */
export const loadDirectory = () => import('@/areas/access/contract/directory')
export type { directoryLogin } from '@/areas/access/contract/directory'
