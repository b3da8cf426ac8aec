/** Initial permission keys of the seeded roles. */
import type { PageName, PermissionKey } from '@/contract/menu'
import type { SeededRole } from './seeded-roles'

const administrationPages: readonly string[] = ['users', 'roles', 'departments', 'operationLog', 'loginLog', 'files']
const managerApprovedPages: readonly string[] = [
  'processData',
  'slittingProcess',
  'productStandards',
  'materialStandards',
  'masterbatchCalibration',
  'qualityReport',
  'qualityTracking',
]
/** Keys of targets, boards and screens, rules that call somebody, and the second signature to reopen a month. */
const managerKeys: Readonly<Partial<Record<PageName, readonly string[]>>> = {
  dashboard: ['Edit', 'SetTime'],
  dataDemonstration: ['Edit'],
  dataCenter: ['SetTime'],
  lineStatus: ['Edit'],
  notices: ['Add', 'Edit', 'Delete', 'Work'],
  monthClosing: ['Reopen'],
}
/**
 * True if a role starts with the button `suffix` of `page`. A manager sees and exports everything except
 * administration, of which only the operation log is visible. A manager also approves standards, certificates and what
 * goes to suppliers, and holds `managerKeys`.
 */
export function hasInitialButton(role: SeededRole, page: PageName, suffix: string): boolean {
  if (role.pages === '*') return true
  if (role.pages === 'view')
    return administrationPages.includes(page)
      ? suffix === 'View' && page === 'operationLog'
      : ['View', 'Export', 'Download'].includes(suffix) ||
          (suffix === 'Approve' && managerApprovedPages.includes(page)) ||
          (managerKeys[page]?.includes(suffix) ?? false)
  const suffixes = role.pages[page]
  return suffixes === '*' || Boolean(suffixes?.includes(suffix))
}
/** Returns the permission key of a page's button. */
export const toPermissionKey = (page: PageName, suffix: string): PermissionKey => `${page}${suffix}` as PermissionKey
