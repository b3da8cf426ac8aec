import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { PageRoute } from './menu-tree'
import type { Menu } from './use-menu'

/** Breadcrumb: home, the menu groups (or Me), the page. */
export function Breadcrumb({
  page,
  belowMe,
  title,
  menu,
}: {
  page: PageRoute | null
  belowMe: boolean
  title: string
  menu: Menu
}) {
  const { t } = useTranslation('client')
  return (
    <nav className="crumbs" aria-label={t('shell.breadcrumb')}>
      <ol>
        <li>
          <Link to="/home">{t('app.short')}</Link>
        </li>
        {page?.trail.map((step) => (
          <li key={step.name}>
            <Link to={step.url}>{menu.title(step)}</Link>
          </li>
        ))}
        {belowMe && (
          <li>
            <Link to="/me">{t('shell.titles.me')}</Link>
          </li>
        )}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  )
}
