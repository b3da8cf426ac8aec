import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router-dom'
import { menuPages } from '@/contract/menu'
import { PageFrame } from '../ui/PageFrame'
import { PermissionBoundary } from './PermissionBoundary'
import { findPageAt } from './use-menu'

/** Handles an address outside the user's menu: a page without permission, or no page at all. */
export default function UnknownPage() {
  const { t } = useTranslation(['client', 'contract'])
  const page = findPageAt(menuPages, useLocation().pathname)
  if (!page) return <Navigate to="/error_page/404" replace />
  return (
    <PageFrame title={t(`contract:menu.${page.name}`, { defaultValue: page.name })}>
      <PermissionBoundary permission={`${page.name}View`}>
        <Navigate to="/error_page/404" replace />
      </PermissionBoundary>
    </PageFrame>
  )
}
