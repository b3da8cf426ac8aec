/** Initial permission keys of the seeded roles. */
import type { PageName, PermissionKey } from '@/contract/menu'
import type { SeededRole } from './seeded-roles'

const administrationPages: readonly string[] = [
  'users',
  'roles',
  'departments',
  'operationLog',
  'loginLog',
  'files',
  'backups',
]
const managerApprovedPages: readonly string[] = [
  'processData',
  'slittingProcess',
  'productStandards',
  'materialStandards',
  'masterbatchCalibration',
  'qualityReport',
  'qualityTracking',
]
/** Buttons that a manager holds in addition: targets, boards, screens, notice rules and the reopening of a month. */
const managerKeys: Readonly<Partial<Record<PageName, readonly string[]>>> = {
  dashboard: ['Edit', 'SetTime'],
  dataDemonstration: ['Edit'],
  dataCenter: ['SetTime'],
  lineStatus: ['Edit'],
  notices: ['Add', 'Edit', 'Delete', 'Work'],
  monthClosing: ['Reopen'],
}
/**
 * True if a seeded role starts with the button `suffix` of `page`. The manager (`pages: 'view'`) sees and exports every
 * page except administration, where only the operation log is visible. The manager also approves the documents of
 * `managerApprovedPages` and holds `managerKeys`.
 */
export function hasInitialButton(role: SeededRole, page: PageName, suffix: string): boolean {
  if (role.pages === '*') return true
  if (role.pages === 'view') return isManagerButton(page, suffix)
  const suffixes = role.pages[page]
  return suffixes === '*' || Boolean(suffixes?.includes(suffix))
}
function isManagerButton(page: PageName, suffix: string): boolean {
  if (administrationPages.includes(page)) return suffix === 'View' && page === 'operationLog'
  if (suffix === 'Approve' && managerApprovedPages.includes(page)) return true
  return ['View', 'Export', 'Download'].includes(suffix) || (managerKeys[page]?.includes(suffix) ?? false)
}
/** Returns the permission key of a page's button. */
export const toPermissionKey = (page: PageName, suffix: string): PermissionKey => `${page}${suffix}` as PermissionKey
