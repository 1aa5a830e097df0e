import {
  bitcoin,
  bitcoinRegtest,
  bitcoinTestnet,
  evm,
  type NetworkRule,
  solana,
  stellar,
  tron,
  xrp,
  xrpTestnet,
} from '../types/networks.ts'
import { type CatalogueRow, rowsOf } from './row.ts'

export type NetworkRow = CatalogueRow & {
  /** Rule that validates its addresses; null if their checksum is unknown to us. */
  readonly rule: NetworkRule | null
}

const checked = (rule: NetworkRule | null, text: string): NetworkRow[] => rowsOf(text).map((row) => ({ ...row, rule }))

/**
 * The networks that capabilities may name, a row each: name, description, other names. Published as `/v1/catalogue`.
 */
export const networks: readonly NetworkRow[] = [
  ...checked(
    evm,
    `ethereum: Ethereum: eth evm eip155 ethereummainnet ethmainnet erc20
    ethereum-classic: Ethereum Classic: etc
    sepolia: Sepolia, a test network: ethereumsepolia
    holesky: Holesky, a test network
    hoodi: Hoodi, a test network
    goerli: Goerli, a test network
    polygon: Polygon PoS: matic polygonpos polygonmainnet
    polygon-zkevm: Polygon zkEVM
    amoy: Amoy, Polygon's test network: polygonamoy
    base: Base: basemainnet
    base-sepolia: Base's test network
    arbitrum: Arbitrum One: arbitrumone arb
    arbitrum-nova: Arbitrum Nova
    arbitrum-sepolia: Arbitrum's test network
    optimism: OP Mainnet: op opmainnet
    optimism-sepolia: OP's test network: opsepolia
    bsc: BNB Smart Chain: bnb bnbchain bnbsmartchain binancesmartchain bep20
    bsc-testnet: BNB Smart Chain's test network
    opbnb: opBNB
    avalanche: Avalanche C-Chain: avax avaxc avalanchec avalanchecchain cchain
    fuji: Fuji, Avalanche's test network: avalanchefuji
    gnosis: Gnosis Chain: gnosischain xdai
    fantom: Fantom: ftm
    sonic: Sonic
    celo: Celo
    cronos: Cronos
    linea: Linea
    scroll: Scroll
    zksync: ZKsync Era: zksyncera
    mantle: Mantle
    blast: Blast
    moonbeam: Moonbeam
    moonriver: Moonriver
    aurora: Aurora
    metis: Metis
    zora: Zora
    unichain: Unichain
    worldchain: World Chain
    berachain: Berachain
    hyperevm: HyperEVM
    monad: Monad
    ink: Ink`,
  ),
  ...checked(bitcoin, 'bitcoin: Bitcoin: btc bitcoinmainnet btcmainnet'),
  ...checked(
    bitcoinTestnet,
    `bitcoin-testnet: Bitcoin's test networks: btctestnet testnet3 testnet4 bitcointestnet4
    bitcoin-signet: Bitcoin's signet: signet`,
  ),
  ...checked(bitcoinRegtest, 'bitcoin-regtest: Bitcoin, a local network: regtest'),
  ...checked(
    solana,
    `solana: Solana: sol spl solanamainnet
    solana-devnet: Solana's development network
    solana-testnet: Solana's test network`,
  ),
  ...checked(
    tron,
    `tron: Tron: trx trc20 tronmainnet
    tron-testnet: Tron's test networks: nile shasta`,
  ),
  ...checked(xrp, 'xrp: XRP Ledger: xrpl ripple xrpledger xrpmainnet xrplmainnet'),
  ...checked(
    xrpTestnet,
    `xrp-testnet: XRP Ledger's test network: xrpltestnet rippletestnet
    xrp-devnet: XRP Ledger's development network: xrpldevnet`,
  ),
  ...checked(
    stellar,
    `stellar: Stellar: xlm stellarmainnet stellarpublic
    stellar-testnet: Stellar's test network`,
  ),
  ...checked(
    null,
    `algorand: Algorand: algo
    aptos: Aptos: apt
    bip122: Bitcoin and its forks, by CAIP-2
    bitcoin-cash: Bitcoin Cash: bch
    cardano: Cardano: ada
    celestia: Celestia: tia
    cosmos: Cosmos Hub: cosmoshub atom
    dash: Dash
    dogecoin: Dogecoin: doge
    filecoin: Filecoin: fil
    hedera: Hedera: hbar
    internet-computer: Internet Computer: icp
    kusama: Kusama: ksm
    lightning: Lightning Network: lightningnetwork ln
    liquid: Liquid Network
    litecoin: Litecoin: ltc
    monero: Monero: xmr
    near: NEAR
    noble: Noble
    osmosis: Osmosis: osmo
    polkadot: Polkadot: dot
    starknet: Starknet
    sui: Sui
    tezos: Tezos: xtz
    ton: The Open Network: toncoin
    zcash: Zcash: zec
    ach: ACH, United States
    amex: American Express: americanexpress
    bacs: Bacs, United Kingdom
    blik: BLIK, Poland
    chaps: CHAPS, United Kingdom
    chips: CHIPS, United States
    cips: CIPS, China
    discover: Discover
    duitnow: DuitNow, Malaysia
    elo: Elo, Brazil
    fast: FAST, Singapore
    fednow: FedNow, United States
    fedwire: Fedwire, United States
    fps: Faster Payments, United Kingdom and Hong Kong: fasterpayments
    instapay: InstaPay, Philippines
    interac: Interac, Canada
    interledger: Interledger: ilp openpayments
    jcb: JCB
    mastercard: Mastercard
    mpesa: M-Pesa
    npp: NPP, Australia: osko
    papss: PAPSS, Africa
    pix: Pix, Brazil
    promptpay: PromptPay, Thailand
    qris: QRIS, Indonesia
    rtp: RTP, United States
    rupay: RuPay, India
    sepa: SEPA
    spei: SPEI, Mexico
    swift: SWIFT
    target2: T2 of the Eurosystem: target t2
    tips: TIPS of the Eurosystem
    unionpay: UnionPay
    upi: UPI, India
    visa: Visa
    zengin: Zengin, Japan`,
  ),
]
