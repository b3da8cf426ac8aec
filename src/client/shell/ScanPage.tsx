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

/** Builds the address of a row with the scanned code: at a checkpoint the code proves that somebody was there. */
const buildMatchAddress = (match: CodeMatch, code: string, source: CodeSource): string | null =>
  buildRowAddress(match.resource, { id: match.id, code, how: source })

/** Universal scan: any code opens the object it identifies, offline too. */
export default function ScanPage() {
  const { t } = useTranslation('client')
  const navigate = useNavigate()
  useSession() // re-renders when the pages of the user change
  const [isScannerOpen, setScannerOpen] = useState(true)
  const [result, setResult] = useState<{ code: string; source: CodeSource; matches: CodeMatch[] } | null>(null)
  const labels = useLabels(...(result?.matches ?? []).flatMap(({ definition }) => definition?.area ?? []))
  const lookUpCode = useCallback(
    async (text: string, source: CodeSource) => {
      const code = text.trim()
      if (!code) return
      setScannerOpen(false)
      const matches = await findCodeMatches(code)
      const onlyAddress = matches.length === 1 && matches[0] ? buildMatchAddress(matches[0], code, source) : null
      if (onlyAddress) await navigate(onlyAddress)
      else setResult({ code, source, matches })
    },
    [navigate],
  )
  // A handheld scanner proves that somebody is at the label, as the camera does.
  useHardwareScanner((code) => void lookUpCode(code, 'camera'))
  return (
    <PageFrame
      title={t('shell.titles.scan')}
      subtitle={result ? t('shell.scan.code', { code: result.code }) : t('shell.scan.hint')}
      tools={<FindButton hasLabel />}
      primary={
        <Button
          look="primary"
          icon={<ScanIcon />}
          onClick={() => {
            setResult(null)
            setScannerOpen(true)
          }}
        >
          {t('shell.scan.again')}
        </Button>
      }
    >
      {result?.matches.length === 0 && (
        <EmptyState
          icon={ScanIcon}
          title={t('shell.scan.unknown', { code: result.code })}
          advice={t('shell.scan.unknownNext')}
        />
      )}
      <ul className="unsent">
        {result?.matches.map((match) => {
          const address = buildMatchAddress(match, result.code, result.source)
          const label = [match.definition && labels.name(match.definition), match.label].filter(Boolean).join(' ')
          return (
            <li key={match.id}>
              {address ? (
                <Link className="ui-card" to={address}>
                  {label}
                </Link>
              ) : (
                <p className="ui-card">
                  {label} · {t('shell.scan.noPage')}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {isScannerOpen && (
        <ScannerDialog
          onCode={(code, source) => void lookUpCode(code, source)}
          onClose={() => setScannerOpen(false)}
          hint={t('shell.scan.hint')}
        />
      )}
    </PageFrame>
  )
}
