import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { FindButton } from '../find/FindButton'
import { findCodeMatches, type CodeMatch } from '../find/find-rows'
import { useLabels } from '../i18n/labels'
import { useSession } from '../session/use-session'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { ScanIcon } from '../ui/icons'
import { PageFrame } from '../ui/PageFrame'
import { ScannerDialog, useHardwareScanner, type CodeSource } from '../ui/ScannerDialog'
import { buildRowAddress } from './row-address'

/** Includes the code: at a checkpoint it proves that somebody was there. */
const buildHitAddress = (hit: CodeMatch, code: string, how: CodeSource): string | null =>
  buildRowAddress(hit.resource, { id: hit.id, code, how })

/** Universal scan: any code opens the object it identifies, offline too. */
export default function ScanPage() {
  const { t } = useTranslation('client')
  const navigate = useNavigate()
  useSession() // re-renders when the pages of the user change
  const [open, setOpen] = useState(true)
  const [result, setResult] = useState<{ code: string; how: CodeSource; found: CodeMatch[] } | null>(null)
  const labels = useLabels(...(result?.found ?? []).flatMap(({ of }) => of?.area ?? []))
  const lookUpCode = useCallback(
    async (text: string, how: CodeSource) => {
      const code = text.trim()
      if (!code) return
      setOpen(false)
      const found = await findCodeMatches(code)
      const only = found.length === 1 && found[0] ? buildHitAddress(found[0], code, how) : null
      if (only) await navigate(only)
      else setResult({ code, how, found })
    },
    [navigate],
  )
  useHardwareScanner((code) => void lookUpCode(code, 'camera'))
  return (
    <PageFrame
      title={t('shell.titles.scan')}
      sub={result ? t('shell.scan.code', { code: result.code }) : t('shell.scan.hint')}
      tools={<FindButton hasLabel />}
      primary={
        <Button
          look="primary"
          icon={<ScanIcon />}
          onClick={() => {
            setResult(null)
            setOpen(true)
          }}
        >
          {t('shell.scan.again')}
        </Button>
      }
    >
      {result?.found.length === 0 && (
        <EmptyState
          icon={ScanIcon}
          title={t('shell.scan.unknown', { code: result.code })}
          next={t('shell.scan.unknownNext')}
        />
      )}
      <ul className="unsent">
        {result?.found.map((hit) => {
          const address = buildHitAddress(hit, result.code, result.how)
          const word = [hit.of && labels.name(hit.of), hit.label].filter(Boolean).join(' ')
          return (
            <li key={hit.id}>
              {address ? (
                <Link className="ui-card me-link" to={address}>
                  {word}
                </Link>
              ) : (
                <p className="ui-card">
                  {word} · {t('shell.scan.noPage')}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {open && (
        <ScannerDialog
          onCode={(code, how) => void lookUpCode(code, how)}
          onClose={() => setOpen(false)}
          hint={t('shell.scan.hint')}
        />
      )}
    </PageFrame>
  )
}
