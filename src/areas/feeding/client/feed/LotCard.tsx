import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '@/contract/language'
import { notify } from '@/client/api/notify'
import { Picker } from '@/client/fields/picker'
import { useLanguage } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { ScanIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { Scanner, useHardwareScanner, type CodeSource } from '@/client/ui/Scanner'
import { State } from '@/client/ui/State'
import { material } from '../../contract/material'
import { lotOrMaterial } from '../find-lot'
import { LotStateOf } from '../tones'
import type { Feeding } from './use-feeding'

/** What is fed: the lot by scan or from the list; packing and recycled material without one. */
export function LotCard({ feeding }: { feeding: Feeding }) {
  const { t } = useTranslation('feeding')
  const [scanning, setScanning] = useState(false)
  const { entry, change } = feeding
  const fresh = { hopper: null, kg: null } as const
  async function look(code: string, how: CodeSource) {
    setScanning(false)
    const hit = await lotOrMaterial(code)
    if (!hit) return notify(t('pages.rawMaterial.unknownLot', { code }), 'fail')
    const scanned = how !== 'manual'
    change(hit.resource === 'materialLot' ? { ...fresh, lotId: hit.id, materialId: null, scanned } : { ...fresh, lotId: null, materialId: hit.id, scanned })
  }
  useHardwareScanner((code) => void look(code, 'camera'))
  const chosen = entry.lotId ?? entry.materialId
  return (
    <section className="feed-step">
      <Button look={chosen ? 'plain' : 'primary'} block className="feed-scan" icon={<ScanIcon size={28} />} onClick={() => setScanning(true)}>{t(chosen ? 'pages.rawMaterial.scanOther' : 'pages.rawMaterial.scanLot')}</Button>
      <Chosen feeding={feeding} />
      <div className="feed-picks">
        <div className="filter"><span>{t('feed.fields.lotId')}</span><Picker of="materialLot" id="feed-lot" label={t('feed.fields.lotId')} many={false} ids={entry.lotId ? [entry.lotId] : []} onPick={([id]) => change({ ...fresh, lotId: id ?? null, materialId: null, scanned: false })} refs={feeding.lot ? { [feeding.lot.id]: feeding.lot.number } : feeding.refs} /></div>
        {!entry.lotId && <div className="filter"><span>{t('pages.rawMaterial.withoutLot')}</span><Picker of="material" id="feed-material" label={t('feed.fields.materialId')} many={false} ids={entry.materialId ? [entry.materialId] : []} onPick={([id]) => change({ ...fresh, materialId: id ?? null, scanned: false })} refs={feeding.refs} /></div>}
      </div>
      {scanning && <Scanner onCode={(code, how) => void look(code, how)} onClose={() => setScanning(false)} hint={t('pages.rawMaterial.scanHint')} />}
    </section>
  )
}

function Chosen({ feeding: { material: fed, lot, leftKg } }: { feeding: Feeding }) {
  const { t } = useTranslation('feeding')
  const language = useLanguage()
  if (!fed) return null
  return (
    <div className="ui-card feed-lot">
      <p className="feed-lot-head"><b>{String(inLanguage(material, fed, 'name', language))}</b><State tone="idle">{t(`material.options.kind.${fed.kind}`)}</State></p>
      {lot ? (
        <p className="feed-lot-facts">
          <span className="is-code">{lot.number}</span><LotStateOf state={lot.state} />
          <span>{t('answers.leftKg')} <b><Quantity value={leftKg} unit="kg" decimals={3} /></b></span>
          {lot.expiresOn && <span>{t('pages.rawMaterial.until', { day: lot.expiresOn })}</span>}
        </p>
      ) : <p className="quiet">{fed.code}</p>}
    </div>
  )
}
