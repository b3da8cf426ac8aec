import { lazy, type CSSProperties, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation, Link } from 'react-router-dom'
import { LazyBoundary, PageSkeleton } from '@/client/ui/Skeleton'
import { getPersonalPages, getPageLoader } from '../area-registry'
import { AllIcon, LineIcon, PersonIcon, ScanIcon, TodayIcon } from '../ui/icons'
import { NavBarSlotContext, TabBar } from '../ui/Bars'
import { FindButton } from '../find/FindButton'
import { HelpButton } from '../help/HelpButton'
import { Banners } from './Banners'
import { ErrorBoundary } from './ErrorBoundary'
import { findPageAt, useMenu, type Menu, rememberVisit } from './use-menu'
import { scheduleSettling } from './app-settling'
import { SyncIndicator, useSyncStatus } from './SyncIndicator'
import { RAIL_WIDTH_REM } from './use-rail-fold'
import type { PageRoute } from './menu-tree'

/** Pages that "Line" in the bottom bar may open, best first; "Line" is hidden if the user has none of them. */
const LINE_PAGES = ['deviceSituation', 'dataCenter', 'dashboard']

const Rail = lazy(() => import('./Rail'))
const WIDE_QUERY = '(min-width: 768px)' // same as in the shell's styles
const wideQuery = typeof matchMedia === 'function' ? matchMedia(WIDE_QUERY) : null
/** Returns true if the rail is displayed; phones neither load nor render it. */
const useIsWide = (): boolean => useSyncExternalStore(subscribeToWidth, () => wideQuery?.matches ?? false)
function subscribeToWidth(listener: () => void): () => void {
  wideQuery?.addEventListener('change', listener)
  return () => wideQuery?.removeEventListener('change', listener)
}

/** Frame around every page: a bottom bar on phones, a rail with the menu tree on wider screens. */
export default function Shell() {
  const { t } = useTranslation('client')
  const menu = useMenu()
  const isWide = useIsWide()
  const [barSlot, setBarSlot] = useState<HTMLElement | null>(null)
  const { pathname } = useLocation()
  const page = findPageAt(menu.pages, pathname)
  const linePage = LINE_PAGES.map((name) => menu.pages.find((candidate) => candidate.name === name)).find(Boolean)
  const areaTitle = useAreaPageTitle(pathname)
  const { unsent: unsentCount } = useSyncStatus()
  const title = page ? menu.getTitle(page) : (areaTitle ?? t(`shell.titles.${getTitleKey(pathname)}`))
  // By the specification the document title of /home is "Home", although the heading of the page is "Today".
  const documentTitle = pathname === '/home' ? t('shell.homeTitle') : title
  useEffect(() => {
    document.title = `${documentTitle} · ${t('app.short')}`
    if (page) rememberVisit(page.url)
  }, [documentTitle, page, t])
  useEffect(scheduleSettling, [])
  usePagePrefetch(menu.pages)
  return (
    <div className="shell" style={{ '--rail-width': `${RAIL_WIDTH_REM}rem` } as CSSProperties}>
      <a className="skip" href="#content">
        {t('shell.skip')}
      </a>
      {isWide && (
        <LazyBoundary skeleton={<nav className="rail" />}>
          <Rail menu={menu} />
        </LazyBoundary>
      )}
      <header className="shell-top">
        {isWide ? (
          <>
            <Breadcrumb page={page} isPersonalPage={pathname.startsWith('/me/')} title={title} menu={menu} />
            <FindButton hasShortcut />
          </>
        ) : (
          <>
            <div className="shell-head" ref={setBarSlot} />
            {/* Displayed until the page renders its own title into the slot. */}
            <span className="shell-title">{title}</span>
          </>
        )}
        <HelpButton page={page?.name ?? getHelpTopic(pathname)} title={title} inMenu={page !== null} />
        <SyncIndicator />
      </header>
      <Banners />
      <main id="content" className="shell-content" tabIndex={-1}>
        <ErrorBoundary key={pathname}>
          <LazyBoundary skeleton={<PageSkeleton shape="list" />}>
            <NavBarSlotContext value={isWide ? null : barSlot}>
              <Outlet />
            </NavBarSlotContext>
          </LazyBoundary>
        </ErrorBoundary>
      </main>
      {!isWide && (
        <TabBar
          items={[
            { address: '/home', icon: TodayIcon, label: t('shell.bar.today') },
            ...(linePage ? [{ address: linePage.url, icon: LineIcon, label: t('shell.bar.line') }] : []),
            { address: '/scan', icon: ScanIcon, label: t('shell.bar.scan'), isMain: true },
            { address: '/all', icon: AllIcon, label: t('shell.bar.all') },
            {
              address: '/me',
              icon: PersonIcon,
              label: t('shell.bar.me'),
              pending: { count: unsentCount, label: t('sync.unsent', { count: unsentCount }) },
            },
          ]}
        />
      )}
    </div>
  )
}

/** Returns the title of an area's page under Me; null elsewhere, and until its texts are loaded. */
function useAreaPageTitle(path: string): string | null {
  const areaPage = getPersonalPages().find((candidate) => path === `/me/${candidate.path}`)
  const { t, ready } = useTranslation(areaPage?.area ?? 'client', { useSuspense: false })
  return areaPage && ready ? t(`pages.${areaPage.path}.title`) : null
}
/** Returns the help topic of an address without a menu page; that of home if the address is unknown. */
function getHelpTopic(path: string): string {
  const titleKey = getTitleKey(path)
  return titleKey === 'noView' ? 'home' : titleKey
}
function getTitleKey(path: string): string {
  if (path.startsWith('/me/sync')) return 'sync'
  if (path.startsWith('/me/password')) return 'password'
  const firstSegment = path.split('/')[1] ?? ''
  if (['', 'home'].includes(firstSegment)) return 'home'
  // An address that does not exist or is not permitted must not get the title of home.
  return ['all', 'me', 'scan'].includes(firstSegment) ? firstSegment : 'noView'
}

/** Breadcrumb: home, the menu groups (or Me), the page. */
function Breadcrumb({
  page,
  isPersonalPage,
  title,
  menu,
}: {
  page: PageRoute | null
  isPersonalPage: boolean
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
            <Link to={step.url}>{menu.getTitle(step)}</Link>
          </li>
        ))}
        {isPersonalPage && (
          <li>
            <Link to="/me">{t('shell.titles.me')}</Link>
          </li>
        )}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  )
}

/** Starts to load a page's code when its link is touched, which is about 100 ms before the click. */
export function usePagePrefetch(pages: readonly PageRoute[]): void {
  useEffect(() => {
    const prefetch = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
      const page = link && findPageAt(pages, link.pathname)
      // The page reports a failed load when it is opened.
      if (page) getPageLoader(page.name)?.().catch(() => undefined)
    }
    addEventListener('pointerdown', prefetch, { passive: true, capture: true })
    return () => removeEventListener('pointerdown', prefetch, { capture: true })
  }, [pages])
}
