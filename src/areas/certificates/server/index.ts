import { defineServer } from '@/server/area'
import { certificatesContract } from '../contract'

export const certificatesServer = defineServer(certificatesContract, {})
