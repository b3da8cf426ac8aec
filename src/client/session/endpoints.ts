/** The calls a session is made of. The one place where the kit names an area: nobody gets in without `access`. */
export { changePassword, login, logout } from '@/areas/access/contract/session'
export { roleMenu } from '@/areas/access/contract/role'
