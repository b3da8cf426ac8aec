import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useNavigate } from 'react-router-dom'
import { UiProvider } from './antd'
import { announcePainted } from './api/phone'
import { getPersonalPages, getPageLoader, getWallPages } from './area-registry'
import LoginPage from './session/LoginPage'
import { RequireSession } from './session/RequireSession'
import { useSession } from './session/use-session'
import { PermissionBoundary } from './shell/PermissionBoundary'
import { ErrorBoundary } from './shell/ErrorBoundary'
import { LazyPage } from './shell/LazyPage'
import { connectRouter } from './shell/navigation'
import Shell from './shell/Shell'
import { runAfterPaint } from './shell/app-settling'
import TodayPage from './today/TodayPage'
import type { PageRoute } from './shell/menu-tree'
import { useMenu } from './shell/use-menu'
import { LazyBoundary, PageSkeleton } from './ui/Skeleton'
import type { PageLoader } from './area'

/** Pages of the frame itself, loaded when first opened. Login, frame and home belong to the first load. */
const SHELL_PAGES: Record<string, PageLoader> = {
  '/all': () => import('./shell/AllPage'),
  '/scan': () => import('./shell/ScanPage'),
  '/me': () => import('./shell/MePage'),
  '/me/sync': () => import('./shell/SyncPage'),
  '/me/password': () => import('./session/PasswordPage'),
  ...Object.fromEntries(getPersonalPages().map(({ path, load }) => [`/me/${path}`, load])),
}
const secondLogin: PageLoader = () => import('./session/SecondLoginPage')
/** Loaded separately, because only a person who opens a forbidden or unknown page needs the list of all pages. */
const unknownPage: PageLoader = () => import('./shell/UnknownPage')
const errorPage: PageLoader = () => import('./shell/ErrorPage')

/** All components in all states, for developers; not part of the built app. */
const kitPage: PageLoader | null = import.meta.env.DEV ? () => import('./kit/KitPage') : null

/** The whole app: providers, error boundary, routes. */
export function App({ client }: { client: QueryClient }) {
  useEffect(() => runAfterPaint(announcePainted), [])
  return (
    <QueryClientProvider client={client}>
      <LazyBoundary skeleton={<PageSkeleton shape="list" />}>
        <ErrorBoundary>
          <UiProvider>
            <BrowserRouter>
              <RouterConnector />
              <Routes>
                <Route path="/" element={<LoginPage />} />
                <Route path="/login2" element={<LazyPage load={secondLogin} />} />
                <Route path="/error_page/:type" element={<LazyPage load={errorPage} />} />
                {kitPage && <Route path="/kit" element={<LazyPage load={kitPage} />} />}
                {getWallPages().map(({ path, load }) => (
                  <Route key={path} path={path} element={<LazyPage load={load} />} />
                ))}
                <Route
                  path="/*"
                  element={
                    <RequireSession>
                      <SignedInRoutes />
                    </RequireSession>
                  }
                />
              </Routes>
            </BrowserRouter>
          </UiProvider>
        </ErrorBoundary>
      </LazyBoundary>
    </QueryClientProvider>
  )
}

/** Gives the router to code that navigates outside React. */
function RouterConnector() {
  const navigate = useNavigate()
  useEffect(() => {
    connectRouter(navigate)
    return () => connectRouter(null)
  }, [navigate])
  return null
}

/** Routes behind the session check: the frame's own pages and those of the menu, all nested under home. */
function SignedInRoutes() {
  const { pages, redirects } = useMenu()
  const menuPages = usePagesEverInMenu(pages)
  const { hasLogin } = useSession()
  return (
    <Routes>
      <Route path="/index" element={<Navigate to="/home" replace />} />
      <Route element={<Shell />}>
        <Route path="/home" element={<TodayPage />} />
        {Object.entries(SHELL_PAGES).map(([path, load]) => (
          <Route key={path} path={path} element={<LazyPage key={path} load={load} />} />
        ))}
        {menuPages.map((page) => {
          const load = getPageLoader(page.name)
          return (
            load && (
              <Route
                key={page.url}
                path={`${page.url}/*`}
                element={
                  <PermissionBoundary permission={`${page.name}View`}>
                    <LazyPage key={page.url} load={load} />
                  </PermissionBoundary>
                }
              />
            )
          )
        })}
        {hasLogin && <Route path="*" element={<LazyPage load={unknownPage} />} />}
      </Route>
      {redirects.map(({ from, to }) => (
        <Route key={from} path={from} element={<Navigate to={to} replace />} />
      ))}
    </Routes>
  )
}
/**
 * Returns the menu pages, including pages that were in the menu earlier in this session. A person who has lost a
 * permission is then told so, instead of "page not found".
 */
function usePagesEverInMenu(pages: readonly PageRoute[]): readonly PageRoute[] {
  const [pagesSoFar, setSeenPages] = useState(pages)
  const urls = useMemo(() => new Set(pagesSoFar.map(({ url }) => url)), [pagesSoFar])
  const newPages = pages.filter((page) => !urls.has(page.url))
  if (newPages.length > 0) setSeenPages([...pagesSoFar, ...newPages])
  return pagesSoFar
}
