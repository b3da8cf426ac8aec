import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../session/use-session'
import { LockIcon } from '../ui/icons'
import { Notice } from '../ui/Notice'

/**
 * Renders content for users who hold a permission (any one of several). Otherwise nothing is rendered; if a permission
 * contains `View`, a notice says that the account may not view the page. This is only for convenience: the server
 * checks again.
 */
export function PermissionBoundary({
  permission,
  children,
}: {
  permission: string | readonly string[]
  children: ReactNode
}) {
  const { t } = useTranslation('client')
  if (useHasPermission(permission)) return children
  const permissions = typeof permission === 'string' ? [permission] : permission
  if (!permissions.some((candidate) => candidate.includes('View'))) return null
  return <Notice icon={LockIcon} tone="warn" alert title={t('shell.noView')} lines={[t('shell.noViewTodo')]} />
}
