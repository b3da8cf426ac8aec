/** The calls a session is made of. The one place where the kit names an area: nobody gets in without `access`. */
export { changePassword, login, logout, verification } from '@/areas/access/contract/session'
/** Loaded when asked for: its file brings all of the roles' declarations along. */
export const loadRoleMenu = () => import('@/areas/access/contract/role').then((module) => module.roleMenu)
