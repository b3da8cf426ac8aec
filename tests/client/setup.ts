import { configure } from '@testing-library/dom'

/** Waiting longer costs a passing test nothing, and whole pages run here on a machine that may be busy. */
configure({ asyncUtilTimeout: 30_000 })
