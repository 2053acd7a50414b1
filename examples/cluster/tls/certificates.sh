#!/bin/sh
# Certificates for `--cluster tls://HOST:8786`: one authority, and one key for scheduler, workers
# and client, who trust nobody else. Into a folder, ~/.config/dask by default:
#     sh certificates.sh [FOLDER]
# Copy the folder to every machine. Whoever has key.pem can run code on the workers.
set -eu
folder=${1:-$HOME/.config/dask}
here=$(dirname "$0")
umask 077
mkdir -p "$folder"
openssl req -x509 -newkey rsa:3072 -nodes -days 365 -subj "/CN=satcross cluster" \
    -addext "basicConstraints=critical,CA:TRUE" \
    -addext "keyUsage=critical,keyCertSign" \
    -keyout "$folder/ca-key.pem" -out "$folder/ca.pem" 2>/dev/null
openssl req -newkey rsa:3072 -nodes -subj "/CN=satcross" \
    -keyout "$folder/key.pem" -out "$folder/request.pem" 2>/dev/null
openssl x509 -req -days 365 -in "$folder/request.pem" -out "$folder/cert.pem" \
    -CA "$folder/ca.pem" -CAkey "$folder/ca-key.pem" -CAcreateserial 2>/dev/null
# Nothing more is to be signed.
rm -f "$folder/request.pem" "$folder/ca-key.pem" "$folder/ca.srl"
sed "s|FOLDER|$folder|" "$here/distributed.yaml" > "$folder/distributed.yaml"
echo "$folder: ca.pem, cert.pem, key.pem, distributed.yaml"
