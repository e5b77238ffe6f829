// A self-signed certificate for partner.example with its key, used only by test servers:
// openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=partner.example \
//   -addext subjectAltName=DNS:partner.example

export const partnerKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgpNYrfoIWdt3WS4Yq
PygCApWkPp+bv59QTFVjjgdgb2uhRANCAAT5BN9uKURXPvQKRKbvzWLy+gzbV6AR
xIuyY9TG4nCosgVZWVvVnbjpINqbKyWUKMAZScNbMNPFzA2fPuKfDkZn
-----END PRIVATE KEY-----`;

export const partnerCertificate = `-----BEGIN CERTIFICATE-----
MIIBqDCCAU2gAwIBAgIUNgsk9auM47hiHXgK2g9NXg1T6uUwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPcGFydG5lci5leGFtcGxlMCAXDTI2MTExNTA4NTY1NloYDzIx
MjYxMDIyMDg1NjU2WjAaMRgwFgYDVQQDDA9wYXJ0bmVyLmV4YW1wbGUwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAT5BN9uKURXPvQKRKbvzWLy+gzbV6ARxIuyY9TG
4nCosgVZWVvVnbjpINqbKyWUKMAZScNbMNPFzA2fPuKfDkZno28wbTAdBgNVHQ4E
FgQUv/jCTtDrWvqCsXM6Uty88Lj+sB8wHwYDVR0jBBgwFoAUv/jCTtDrWvqCsXM6
Uty88Lj+sB8wDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgg9wYXJ0bmVyLmV4
YW1wbGUwCgYIKoZIzj0EAwIDSQAwRgIhAIDTvAzyTebui54pzKJ96wOQ6na4WTbg
me7N8CUorOYJAiEA7bS9yKLIdpzJQgIl3Lmm0Ks9rHAzK0C1+a1FaOVHkqI=
-----END CERTIFICATE-----`;
