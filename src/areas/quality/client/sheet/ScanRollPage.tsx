import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readCode } from '@/client/area-registry'
import { notifyRefusal } from '@/client/api/scanned-row'
import { findCodeMatches } from '@/client/find/find-rows'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { ScanIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { ScannerDialog, useHardwareScanner } from '@/client/ui/ScannerDialog'
import type { CheckedRollReference } from './use-checked-roll'

/**
 * Finds the roll for a scanned label. Offline, an unknown roll is identified only by its number, and the server finds
 * the roll later.
 */
async function findRollByCode(text: string): Promise<CheckedRollReference | null> {
  const hit = (await findCodeMatches(text)).find(({ resource }) => resource === 'slitRoll' || resource === 'jumboRoll')
  if (hit) return { resource: hit.resource as 'slitRoll' | 'jumboRoll', id: hit.id, number: hit.label }
  const { kind, code } = readCode(text)
  const canBeRoll = ['slitRoll', 'jumboRoll'].includes(kind)
  return canBeRoll && !navigator.onLine ? { resource: null, id: null, number: code } : null
}

/** Scans the label of the roll for a new check; the scanner opens at once. */
export function ScanRollPage({ onBack, onRoll }: { onBack: () => void; onRoll: (roll: CheckedRollReference) => void }) {
  const { t } = useTranslation('quality')
  const [isScannerOpen, setScannerOpen] = useState(true)
  const lookUpCode = async (text: string) => {
    const roll = await findRollByCode(text.trim())
    if (!roll) return t('pages.sheet.noRoll', { code: readCode(text).code })
    setScannerOpen(false)
    return onRoll(roll)
  }
  useHardwareScanner((code) => void lookUpCode(code).then(notifyRefusal))
  return (
    <PageFrame
      title={t('actions.qualityCheck_add')}
      onBack={onBack}
      primary={
        <Button look="primary" icon={<ScanIcon size={20} />} onClick={() => setScannerOpen(true)}>
          {t('pages.sheet.scanRoll')}
        </Button>
      }
    >
      <EmptyState icon={ScanIcon} title={t('pages.sheet.scanRoll')} advice={t('pages.sheet.scanNext')} />
      {isScannerOpen && (
        <ScannerDialog onCode={lookUpCode} onClose={() => setScannerOpen(false)} hint={t('pages.sheet.scanRoll')} />
      )}
    </PageFrame>
  )
}
