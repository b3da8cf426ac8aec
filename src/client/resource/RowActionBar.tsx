import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { getRowActions } from '../area-registry'
import { hasPermission, useSession } from '../session/use-session'
import { usePageLink } from '../shell/use-page-link'

export interface RowActionBarProps {
  resource: string
  id: string
  /** Displays only the primary action (`first`) or only the others (`rest`), for pages with two places for actions. */
  part?: 'first' | 'rest'
  /** Reason in words, filled into the form that opens. */
  reason?: string
}
/** Links to the actions of other areas on a row; empty without permission for any. */
export function RowActionBar({ resource, id, part, reason }: RowActionBarProps) {
  const availableActions = useRowActions(resource)
  const firstIndex = part === 'rest' ? 1 : 0
  const displayedActions = availableActions.slice(firstIndex, part === 'first' ? 1 : undefined)
  const { t } = useTranslation(displayedActions.flatMap(({ labelKey }) => labelKey.split(':', 1)))
  const buildPageLink = usePageLink()
  return (
    <>
      {displayedActions.map(({ name, labelKey, page, params }) => {
        const address = buildPageLink(page, { ...params, of: resource, row: id, ...(reason ? { says: reason } : {}) })
        return (
          address && (
            <Link key={name} className={part === 'first' ? 'ui-button is-primary' : 'ui-button'} to={address}>
              {t(labelKey)}
            </Link>
          )
        )
      })}
    </>
  )
}
/** Returns the actions this person may take on another page. */
export function useRowActions(resource: string) {
  const person = useSession()
  const { pathname } = useLocation()
  const buildPageLink = usePageLink()
  return getRowActions(resource).filter(
    ({ permissions, page }) => hasPermission(person, permissions) && buildPageLink(page) !== pathname,
  )
}
