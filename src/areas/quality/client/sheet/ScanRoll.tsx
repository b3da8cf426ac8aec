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
import type { Named } from './use-checked-roll'

/** Finds the roll for a scanned label. Offline, an unknown roll is checked by its number; the server finds it later. */
async function rollOn(text: string): Promise<Named | null> {
  const hit = (await findCodeMatches(text)).find(({ resource }) => resource === 'slitRoll' || resource === 'jumboRoll')
  if (hit) return { of: hit.resource as 'slitRoll' | 'jumboRoll', id: hit.id, number: hit.label }
  const { kind, code } = readCode(text)
  const mayBeRoll = ['slitRoll', 'jumboRoll'].includes(kind)
  return mayBeRoll && !navigator.onLine ? { of: null, id: null, number: code } : null
}

/** Scans the label of the roll for a new check; the scanner opens at once. */
export function ScanRoll({ onBack, onRoll }: { onBack: () => void; onRoll: (roll: Named) => void }) {
  const { t } = useTranslation('quality')
  const [open, setOpen] = useState(true)
  const look = async (text: string) => {
    const roll = await rollOn(text.trim())
    if (!roll) return t('pages.sheet.noRoll', { code: readCode(text).code })
    setOpen(false)
    return onRoll(roll)
  }
  useHardwareScanner((code) => void look(code).then(notifyRefusal))
  return (
    <PageFrame
      title={t('actions.qualityCheck_add')}
      onBack={onBack}
      primary={
        <Button look="primary" icon={<ScanIcon size={20} />} onClick={() => setOpen(true)}>
          {t('pages.sheet.scanRoll')}
        </Button>
      }
    >
      <EmptyState icon={ScanIcon} title={t('pages.sheet.scanRoll')} next={t('pages.sheet.scanNext')} />
      {open && <ScannerDialog onCode={look} onClose={() => setOpen(false)} hint={t('pages.sheet.scanRoll')} />}
    </PageFrame>
  )
}
