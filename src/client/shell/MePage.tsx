import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { notify } from '../api/notify'
import { getMeRows, getPersonalPages } from '../area-registry'
import { LanguageSwitch } from '../session/LanguageSwitch'
import { setLeaving } from '../session/RequireSession'
import { signOut } from '../session/sign-in'
import { hasPermission, usePersonName, useSession } from '../session/use-session'
import { Button } from '../ui/Button'
import {
  ForwardIcon,
  LockIcon,
  PeopleIcon,
  PersonIcon,
  SettingsIcon,
  SignOutIcon,
  SyncIcon,
  type Icon,
} from '../ui/icons'
import { PageFrame } from '../ui/PageFrame'
import { setGloveMode, setTheme, useGloveMode, useThemeChoice } from '../ui/theme'
import { useConfirm } from '../ui/use-confirm'
import { ErrorBoundary } from './ErrorBoundary'
import { InstallCard } from './InstallCard'
import { LazyPage } from './LazyPage'
import { PhoneStorageCard } from './PhoneStorageCard'
import { useSyncStatus } from './SyncIndicator'

/** The page Me: appearance and language, data on this phone, sign-out. */
export default function MePage() {
  const { t } = useTranslation('client')
  const person = useSession()
  const name = usePersonName()
  const { unsent } = useSyncStatus()
  return (
    <PageFrame title={t('shell.titles.me')} sub={`${name} · ${person.userName}`}>
      <div className="me">
        <section className="ui-card">
          <MeRow label={t('session.language')}>
            <LanguageSwitch />
          </MeRow>
          <MeRow label={t('shell.theme')}>
            <ThemeSwitch />
          </MeRow>
          <GloveRow />
          {getMeRows().map(({ name, load }) => (
            <ErrorBoundary key={name}>
              <LazyPage load={load} loadingFallback={<div className="me-row" />} />
            </ErrorBoundary>
          ))}
        </section>
        <section className="ui-card">
          <Link className="me-link" to="/me/sync">
            <SyncIcon size={20} />
            {t('shell.titles.sync')}
            <span>{unsent > 0 && t('sync.unsent', { count: unsent })}</span>
            <ForwardIcon size={20} />
          </Link>
          {getPersonalPages()
            .filter(({ keys }) => !keys || hasPermission(person, keys))
            .map(({ area, path }) => (
              <AreaPageLink key={path} area={area} path={path} />
            ))}
          <Link className="me-link" to="/me/password">
            <LockIcon size={20} />
            {t('shell.titles.password')}
            <span />
            <ForwardIcon size={20} />
          </Link>
        </section>
        <PhoneStorageCard />
        <InstallCard />
        <SignOutButton unsent={unsent} name={name} />
      </div>
    </PageFrame>
  )
}

const ICON_BY_PATH: Readonly<Record<string, Icon>> = { rotation: PeopleIcon, settings: SettingsIcon }
function AreaPageLink({ area, path }: { area: string; path: string }) {
  const { t } = useTranslation(area)
  const LinkIcon = ICON_BY_PATH[path] ?? PersonIcon
  return (
    <Link className="me-link" to={`/me/${path}`}>
      <LinkIcon size={20} />
      {t(`pages.${path}.title`)}
      <span />
      <ForwardIcon size={20} />
    </Link>
  )
}
function MeRow({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="me-row">
      <span>{label}</span>
      {children}
    </div>
  )
}
function ThemeSwitch() {
  const { t } = useTranslation('client')
  const choice = useThemeChoice()
  return (
    <fieldset className="segments" aria-label={t('shell.theme')}>
      {(['system', 'light', 'dark'] as const).map((one) => (
        <button key={one} type="button" aria-pressed={choice === one} onClick={() => setTheme(one)}>
          {t(`shell.themes.${one}`)}
        </button>
      ))}
    </fieldset>
  )
}
function GloveRow() {
  const { t } = useTranslation('client')
  const on = useGloveMode()
  return (
    <label className="me-row">
      <span>{t('shell.glove')}</span>
      <input
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        onChange={(event) => setGloveMode(event.target.checked)}
      />
    </label>
  )
}
function SignOutButton({ unsent, name }: { unsent: number; name: string }) {
  const { t } = useTranslation('client')
  const client = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [ask, dialog] = useConfirm()
  async function leave() {
    if (
      unsent > 0 &&
      !(await ask({
        thing: name,
        sentence: t('shell.signOutUnsent', { count: unsent }),
        confirmLabel: t('shell.signOutKeep'),
        danger: false,
      }))
    )
      return
    setBusy(true)
    setLeaving(true)
    const { left } = await signOut(client)
    if (left > 0) void notify(t('shell.signedOutLeft', { count: left }))
    await navigate('/', { replace: true })
  }
  return (
    <>
      <Button block icon={<SignOutIcon size={20} />} disabled={busy} onClick={() => void leave()}>
        {t(busy ? 'shell.signingOut' : 'shell.signOut')}
      </Button>
      {dialog}
    </>
  )
}
