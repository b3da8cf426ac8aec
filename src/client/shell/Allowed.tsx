import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../session/use-session'
import { LockIcon } from '../ui/icons'
import { Notice } from '../ui/Notice'

/**
 * Content for those who hold a permission key (any one of several). Without it the content is removed; if a key contains
 * `View`, an alert says that the account may not view the page. The server checks again: this is comfort, not a guard.
 */
export function Allowed({ to, children }: { to: string | readonly string[]; children: ReactNode }) {
  const { t } = useTranslation('client')
  if (useMay(to)) return children
  const keys = typeof to === 'string' ? [to] : to
  if (!keys.some((key) => key.includes('View'))) return null
  return <Notice icon={LockIcon} tone="warn" alert title={t('shell.noView')} lines={[t('shell.noViewTodo')]} />
}
