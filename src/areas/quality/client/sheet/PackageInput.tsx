import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isUnreachable } from '@/client/api/api-error'
import { callEndpoint } from '@/client/api/call-endpoint'
import { findRowByCode, notifyRefusal, type Hit } from '@/client/api/scanned-row'
import { readCode } from '@/client/area-registry'
import { Picker } from '@/client/fields/picker'
import { ScannerDialog, useHardwareScanner } from '@/client/ui/ScannerDialog'
import { useIsDesk } from '@/client/ui/use-is-desk'
import { rollPackage } from '@/areas/rolls/contract/slitting'

/** A package by its id; only by the number on its label if neither the phone nor the server could look it up. */
export interface NamedPackage {
  id: string | null
  number: string | null
}
/** Timeout for looking up a scanned label on the server, ms. */
const PATIENCE = 5000
async function askServer(number: string): Promise<Hit[]> {
  const { list } = await callEndpoint(
    rollPackage.endpoints.list,
    { keyword: number, size: 5 },
    { quiet: true, timeout: PATIENCE },
  )
  return list
    .filter((row) => row.number.toUpperCase() === number.toUpperCase())
    .map((row) => ({ resource: rollPackage.name, id: row.id, label: row.number }))
}
/** Finds the package for a scanned code; null if it is no package of the plant. */
async function packageOn(text: string): Promise<NamedPackage | null> {
  const { kind, code } = readCode(text)
  if (kind !== 'package' && kind !== 'unknown') return null
  try {
    const hit = await findRowByCode(code, [rollPackage.name], askServer)
    return hit && { id: hit.id, number: hit.label }
  } catch (error) {
    if (isUnreachable(error)) return { id: null, number: code }
    throw error
  }
}

interface PackageInputProps {
  named: NamedPackage
  /** Opens the scanner together with the form, except on a desktop, where the package is chosen from the list. */
  scanFirst: boolean
  label: string
  disabled: boolean
  invalid: boolean
  onPackage: (named: NamedPackage) => void
}
/** Chooses a package by scanning its label or from the list. */
export function PackageInput({ named, scanFirst, label, disabled, invalid, onPackage }: PackageInputProps) {
  const { t } = useTranslation('quality')
  const atDesk = useIsDesk()
  const id = useId()
  const [scanning, setScanning] = useState(scanFirst && !atDesk)
  const look = async (text: string) => {
    const found = await packageOn(text.trim()).catch(() => undefined)
    if (!found)
      return t(found === null ? 'pages.sheet.noPackage' : 'pages.sheet.packageNotLookedUp', {
        code: readCode(text).code,
      })
    setScanning(false)
    return onPackage(found)
  }
  useHardwareScanner((code) => void look(code).then(notifyRefusal), !disabled)
  return (
    <>
      <Picker
        of={rollPackage.name}
        id={id}
        label={label}
        many={false}
        clearable={false}
        disabled={disabled}
        invalid={invalid}
        ids={named.id ? [named.id] : []}
        {...(named.id && named.number ? { refs: { [named.id]: named.number } } : {})}
        {...(named.number ? { empty: named.number } : {})}
        onPick={([picked], called) => onPackage({ id: picked ?? null, number: called ?? null })}
        onScan={() => setScanning(true)}
      />
      {named.number && !named.id && (
        <p className="quiet">{t('pages.sheet.offlinePackage', { number: named.number })}</p>
      )}
      {scanning && (
        <ScannerDialog onCode={look} onClose={() => setScanning(false)} hint={t('pages.sheet.scanPackage')} />
      )}
    </>
  )
}
