import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, Outlet, useLocation } from 'react-router-dom'
import { getPersonalPages } from '../area-registry'
import { AllIcon, LineIcon, PersonIcon, ScanIcon, TodayIcon, type Icon } from '../ui/icons'
import { SkeletonList } from '../ui/Skeleton'
import { FindButton } from '../find/FindButton'
import { HelpButton } from '../help/HelpButton'
import { Banners } from './Banners'
import { Breadcrumb } from './Breadcrumb'
import { useEarlyPages } from './early-pages'
import { ErrorBoundary } from './ErrorBoundary'
import { rememberVisit } from './recent'
import { settleSoon } from './settle'
import { SyncIndicator } from './SyncIndicator'
import { pageAt, useMenu } from './use-menu'

/** Pages for the place "Line", best first; the place is hidden if the user has none of them. */
const linePages = ['deviceSituation', 'dataCenter', 'dashboard']

const Rail = lazy(() => import('./Rail'))
const WIDE = '(min-width: 768px)' // same as in the shell's styles
const screen = typeof matchMedia === 'function' ? matchMedia(WIDE) : null
/** Returns true if the rail is displayed; phones neither load nor render it. */
const useWide = (): boolean => useSyncExternalStore(onWidth, () => screen?.matches ?? false)
function onWidth(changed: () => void): () => void {
  screen?.addEventListener('change', changed)
  return () => screen?.removeEventListener('change', changed)
}

/** Frame around every page: a bottom bar on phones, a rail with the menu tree on wider screens. */
export default function Shell() {
  const { t } = useTranslation('client')
  const menu = useMenu()
  const wide = useWide()
  const { pathname } = useLocation()
  const page = pageAt(menu.pages, pathname)
  const line = linePages.map((name) => menu.pages.find((p) => p.name === name)).find(Boolean)
  const own = useOwnTitle(pathname)
  const title = page ? menu.title(page) : (own ?? t(`shell.titles.${fixedTitle(pathname)}`))
  // The specification titles /home "Home"; its heading is "Today".
  const documentTitle = pathname === '/home' ? t('shell.homeTitle') : title
  useEffect(() => {
    document.title = `${documentTitle} · ${t('app.short')}`
    if (page) rememberVisit(page.url)
  }, [documentTitle, page, t])
  useEffect(settleSoon, [])
  useEarlyPages(menu.pages)
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {t('shell.skip')}
      </a>
      {wide && (
        <Suspense fallback={<nav className="rail" />}>
          <Rail menu={menu} />
        </Suspense>
      )}
      <header className="shell-top">
        <Breadcrumb page={page} belowMe={pathname.startsWith('/me/')} title={title} menu={menu} />
        {wide && <FindButton hasShortcut />}
        <HelpButton page={page?.name ?? helpPlace(pathname)} title={title} inMenu={page !== null} />
        <SyncIndicator />
      </header>
      <Banners />
      <main id="content" className="shell-content" tabIndex={-1}>
        <ErrorBoundary key={pathname}>
          <Suspense
            fallback={
              <div className="pad">
                <SkeletonList />
              </div>
            }
          >
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <nav className="bar" aria-label={t('shell.places')}>
        <Place to="/home" icon={TodayIcon} name="today" />
        {line && <Place to={line.url} icon={LineIcon} name="line" />}
        <Place to="/scan" icon={ScanIcon} name="scan" main />
        <Place to="/all" icon={AllIcon} name="all" />
        <Place to="/me" icon={PersonIcon} name="me" />
      </nav>
    </div>
  )
}

function Place({ to, icon: Shown, name, main }: { to: string; icon: Icon; name: string; main?: boolean }) {
  const { t } = useTranslation('client')
  return (
    <NavLink to={to} className={main ? 'bar-scan' : undefined}>
      <Shown />
      <span>{t(`shell.bar.${name}`)}</span>
    </NavLink>
  )
}
/** Returns the title of an area's page under Me; null elsewhere, and until its texts are loaded. */
function useOwnTitle(path: string): string | null {
  const own = getPersonalPages().find((one) => path === `/me/${one.path}`)
  const { t, ready } = useTranslation(own?.area ?? 'client', { useSuspense: false })
  return own && ready ? t(`pages.${own.path}.title`) : null
}
/** Returns the help topic of an address without a menu page. */
const helpPlace = (path: string): string => fixedTitle(path).replace('noView', 'home')
function fixedTitle(path: string): string {
  if (path.startsWith('/me/sync')) return 'sync'
  if (path.startsWith('/me/password')) return 'password'
  const first = path.split('/')[1] ?? ''
  if (['', 'home'].includes(first)) return 'home'
  // A page that does not exist or is not permitted is not home.
  return ['all', 'me', 'scan'].includes(first) ? first : 'noView'
}
