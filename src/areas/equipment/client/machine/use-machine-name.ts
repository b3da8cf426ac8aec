import { useRowText } from '@/client/i18n/use-row-text'
import { equipment } from '@/areas/equipment/contract/equipment'

/** What a machine is called in the language on screen; its Chinese name where it has no English one. */
export const useMachineName = (): ((row: object) => string) => useRowText(equipment, 'name')
