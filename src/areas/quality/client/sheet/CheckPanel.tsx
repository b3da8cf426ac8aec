import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { getAllowedCommands } from '@/contract/command-rights'
import type { Row } from '@/contract/resource'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import type { Cells } from '@/client/resource/build-columns'
import type { OpenRow } from '@/client/resource/ResourcePage'
import { RowPanel } from '@/client/resource/RowPanel'
import { useActor } from '@/client/session/use-session'
import { buildRowAddress } from '@/client/shell/row-address'
import { Button } from '@/client/ui/Button'
import { ScanIcon } from '@/client/ui/icons'
import { StateBadge } from '@/client/ui/StateBadge'
import { downgradeCheck, editCheck, qualityCheck } from '../../contract/quality-check'
import { CheckDowngradeDialog } from './CheckDowngradeDialog'

/** Shows one check with its readings and defects. A failed check offers to downgrade exactly the metres it concerns. */
export function CheckPanel({
  cells,
  onScanNext,
  ...openRow
}: OpenRow & {
  cells: Cells
  /** Scans the next roll; set after a check was saved. */
  onScanNext?: (() => void) | undefined
}) {
  const { t } = useTranslation('quality')
  const language = useLanguage()
  const [isDowngradeDialogOpen, setDowngradeDialogOpen] = useState(false)
  const actor = useActor()
  const check = openRow.row as Row<typeof qualityCheck>
  const rollAddress = check.slitRollId
    ? buildRowAddress('slitRoll', { id: check.slitRollId })
    : check.jumboRollId && buildRowAddress('jumboRoll', { id: check.jumboRollId })
  const canDowngrade =
    check.result === 'notOk' &&
    (check.downgradedAt === null || check.takenBackAt !== null) &&
    check.flag !== 'soldMeanwhile' &&
    check.flag !== 'goneMeanwhile' &&
    getAllowedCommands([downgradeCheck], check, actor).length > 0
  return (
    <>
      <RowPanel
        resource={qualityCheck}
        {...openRow}
        rowType={t('qualityCheck.name')}
        cells={cells}
        updateEndpoint={editCheck}
        actions={() => (
          <>
            {check.downgradedAt !== null && check.downgradedKg !== null ? (
              <StateBadge tone="warn">
                {t(check.takenBackAt === null ? 'pages.sheet.downgradeDone' : 'pages.sheet.downgradeRest', {
                  kg: formatNumber(check.downgradedKg, { language, unit: 'kg' }),
                })}
              </StateBadge>
            ) : (
              check.takenBackAt !== null && <StateBadge tone="idle">{t('pages.sheet.takenBack')}</StateBadge>
            )}
            {rollAddress && (
              <Link className="ui-button" to={rollAddress}>
                {t('pages.sheet.openRoll')}
              </Link>
            )}
            {canDowngrade && (
              <Button look="danger" onClick={() => setDowngradeDialogOpen(true)}>
                {t('pages.sheet.downgrade')}
              </Button>
            )}
            {onScanNext && (
              <Button look="primary" icon={<ScanIcon size={20} />} onClick={onScanNext}>
                {t('pages.sheet.scanAnother')}
              </Button>
            )}
          </>
        )}
      />
      {isDowngradeDialogOpen && <CheckDowngradeDialog check={check} onClose={() => setDowngradeDialogOpen(false)} />}
    </>
  )
}
